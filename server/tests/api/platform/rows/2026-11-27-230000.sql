UPDATE release_documents SET moved_to_category_id = gen_random_uuid();
