DROP TABLE team_invitations;
DROP TABLE team_members;
DROP TABLE teams;
