DROP TABLE knowledge_base_diagrams;
DROP TABLE knowledge_base_images;
DROP TABLE team_images;
DROP TABLE files;
