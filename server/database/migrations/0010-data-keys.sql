create table data_keys (
  name text primary key,
  fingerprint text not null,
  noted_at timestamptz not null default now()
);
comment on table data_keys is
  'Fingerprints of the keys that encrypt data at rest, under their names in the secrets. A start whose keys do not '
  'match is refused: it could read none of the encrypted data, and would write more that the others cannot read.';
