create table cell (
  is_only boolean primary key default true check (is_only),
  number integer not null
);
comment on table cell is
  'The number of this installation among several cells; empty without others. Ids of companies and users of cell n are '
  'from n × 10,000,000 on, so that no two cells give out the same.';
