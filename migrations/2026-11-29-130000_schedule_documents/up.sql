-- Documents that are published alone at a moment. One that failed stays with its reason until somebody has seen it.
CREATE TABLE document_schedules (
    site_id UUID NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    document_id UUID NOT NULL,
    publishes_at TIMESTAMPTZ NOT NULL,
    failure TEXT,
    PRIMARY KEY (site_id, document_id)
);
CREATE INDEX index_document_schedules_publishes_at ON document_schedules (publishes_at);
