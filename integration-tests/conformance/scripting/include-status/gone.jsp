<% response.setStatus(410); %>gone
