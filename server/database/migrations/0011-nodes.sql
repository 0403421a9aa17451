create table nodes (
  id integer generated always as identity primary key,
  roles text[] not null,
  address text,
  is_draining boolean not null default false,
  job_pools text[] not null default '{}',
  joined_at timestamptz not null
);
comment on table nodes is
  'The processes of this installation. A process lives as long as its connection holds the advisory lock (7205, id): '
  'the database releases it when the process dies. The others then delete its row and free what it held.';
comment on column nodes.address is 'Where the process answers signed calls of the others, as host:port.';
comment on column nodes.is_draining is 'The process is stopping and takes over nothing more.';
comment on column nodes.job_pools is 'The pools of graphile-worker that run in the process: their ids lock its jobs.';

create view living_nodes as
select n.*
from nodes n
where exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = 7205 and l.objid = n.id::oid
);
comment on view living_nodes is 'The nodes whose process lives.';
