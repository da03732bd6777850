<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<?xml version="1.0"?><!DOCTYPE html><a:b c="${1}">&nbsp;<![CDATA[ <x> ]]></a:b><br></p>
