UPDATE grants SET time_zone = 'America/Los_Angeles';
