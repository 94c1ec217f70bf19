DROP TABLE document_schedules;
