-- Of a `created` line: the ticket was made to hold what a campaign, a schedule or the external API sent; nobody had begun it.
alter table ticket_events add column is_outbound boolean not null default false;
