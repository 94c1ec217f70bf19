DROP TABLE plan_reminders;
