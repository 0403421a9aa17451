alter table campaigns
  add column template_id integer,
  add column template_values jsonb,
  add foreign key (company_id, template_id) references message_templates (company_id, id)
    on delete set null (template_id);
create index campaigns_of_template on campaigns (company_id, template_id) where template_id is not null;
comment on column campaigns.template_id is
  'The first message over a connection with a reply window. Null with template_values: the template was deleted.';
comment on column campaigns.template_values is
  '{ header, body, buttons }, each by the names of the variables; null: the campaign has no template.';
