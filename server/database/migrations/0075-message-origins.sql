-- Where a message of ours comes from; null of what came in, and of what was stored before. The names are messageOrigins of
-- @balcao/domain; no check constraint repeats them, as with connections.cause. Older rows stay as they are: filling them
-- would rewrite the largest table.
alter table messages add column origin text;
