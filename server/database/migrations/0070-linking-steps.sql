-- How far linking is, for the screen; null when nothing is being linked. The names are linkingSteps of @balcao/domain; no
-- check constraint repeats them, as with connections.cause.
alter table connections add column step text;
