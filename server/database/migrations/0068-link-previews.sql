-- { url, title, description }: what the sender's phone told of the page behind a link. Null for almost all.
alter table messages add column link_preview jsonb;
