DROP TABLE throttles;
DROP TABLE verification_codes;
DROP TABLE sessions;
DROP TABLE avatars;
DROP TABLE users;
