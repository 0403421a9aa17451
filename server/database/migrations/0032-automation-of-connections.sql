-- What happens by itself to tickets of a connection. Times are minutes; 0 turns a thing off.
alter table connections
  -- Where tickets go that nobody took up: null is nowhere (`sendIdQueue` 0).
  add column send_queue_id integer,
  add column time_send_queue integer not null default 0 check (time_send_queue >= 0),
  add column time_use_bot_queues integer not null default 0 check (time_use_bot_queues >= 0),
  -- How often the menu is repeated; 0 is without a limit.
  add column max_use_bot_queues integer not null default 3 check (max_use_bot_queues >= 0),
  add column expires_ticket integer not null default 0 check (expires_ticket >= 0),
  add column expires_inactive_message text not null default '',
  -- The token of the external API: only what tells whether a presented one is right, and how to recognise it on paper.
  add column token_hash bytea,
  add column token_last_four text,
  add column token_created_at timestamptz,
  add foreign key (company_id, send_queue_id) references queues (company_id, id) on delete set null (send_queue_id),
  add check (num_nulls(token_hash, token_last_four, token_created_at) in (0, 3));
create index connections_by_send_queue on connections (company_id, send_queue_id) where send_queue_id is not null;
