-- When the words of a closed ticket were forgotten, for companies that keep conversations for some months only
-- (SECURITY O5). A ticket that went on afterwards waits once more.
alter table tickets add words_forgotten_at timestamptz;

-- The hourly look finds those whose time is over by this index, however many are kept or forgotten already.
create index tickets_to_forget on tickets (company_id, last_at)
  where status = 'closed' and (words_forgotten_at is null or words_forgotten_at < last_at);
