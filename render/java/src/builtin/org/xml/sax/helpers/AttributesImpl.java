package org.xml.sax.helpers;

import java.util.ArrayList;
import java.util.List;

import org.xml.sax.Attributes;

public class AttributesImpl implements Attributes {
    private List<String[]> all = new ArrayList<>();

    public AttributesImpl() {
    }

    public AttributesImpl(Attributes other) {
        for (int i = 0; i < other.getLength(); i++) {
            addAttribute(other.getURI(i), other.getLocalName(i), other.getQName(i), other.getType(i), other.getValue(i));
        }
    }

    public void addAttribute(String uri, String localName, String qName, String type, String value) {
        all.add(new String[] {uri, localName, qName, type, value});
    }

    public void removeAttribute(int index) {
        all.remove(index);
    }

    public void clear() {
        all.clear();
    }

    public void setValue(int index, String value) {
        all.get(index)[4] = value;
    }

    @Override
    public int getLength() {
        return all.size();
    }

    private String part(int index, int part) {
        return index < 0 || index >= all.size() ? null : all.get(index)[part];
    }

    @Override
    public String getURI(int index) {
        return part(index, 0);
    }

    @Override
    public String getLocalName(int index) {
        return part(index, 1);
    }

    @Override
    public String getQName(int index) {
        return part(index, 2);
    }

    @Override
    public String getType(int index) {
        return part(index, 3);
    }

    @Override
    public String getValue(int index) {
        return part(index, 4);
    }

    @Override
    public int getIndex(String uri, String localName) {
        for (int i = 0; i < all.size(); i++) {
            if (getURI(i).equals(uri) && getLocalName(i).equals(localName)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int getIndex(String qName) {
        for (int i = 0; i < all.size(); i++) {
            if (getQName(i).equals(qName)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String getType(String uri, String localName) {
        return getType(getIndex(uri, localName));
    }

    @Override
    public String getType(String qName) {
        return getType(getIndex(qName));
    }

    @Override
    public String getValue(String uri, String localName) {
        return getValue(getIndex(uri, localName));
    }

    @Override
    public String getValue(String qName) {
        return getValue(getIndex(qName));
    }
}
