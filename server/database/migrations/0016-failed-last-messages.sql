-- Whether the last message of a ticket could not be sent; what has failed already says so at its next change.
alter table tickets add column last_message_failed boolean not null default false;
