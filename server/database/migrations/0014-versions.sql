-- `migrate` itself adds the columns of its own tables, which it reads before it runs migrations.
comment on column schema_migrations.works_with is
  'The oldest version of the product that works with the schema after this migration. Null: each works that did before.';
comment on column schema_functions.version is 'The version of the product that applied the file.';

alter table nodes add column version text;
comment on column nodes.version is 'The version of the product that the process runs. Null: 0.1.0.';
