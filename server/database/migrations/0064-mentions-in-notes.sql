-- A note may name colleagues, who are told (decision 0073).
-- [{ id, name }]: as they were called then, as the text has it.
alter table ticket_notes add column mentions jsonb not null default '[]';
-- The newest message of the ticket when the note was written: below it the note stands. No reference, so that the place
-- stays when that message goes or the ticket is merged.
alter table ticket_notes add column above_id bigint;

-- Who was named in a note and has not seen it yet.
create table unseen_mentions (
  company_id integer not null references companies (id) on delete cascade,
  user_id integer not null,
  note_id integer not null,
  primary key (company_id, user_id, note_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, note_id) references ticket_notes (company_id, id) on delete cascade
);
create index unseen_mentions_of_note on unseen_mentions (company_id, note_id);
select protect_company_table('unseen_mentions');
