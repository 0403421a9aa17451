import pg from 'pg'
import { createEmptyDatabase } from '../../../platform/testing/test-database'
import { createSourceRows } from './source-rows'
import type { SourceFixture } from './whaticket-source'

const stamped = `created_at timestamp not null default '2025-03-01 12:00:00', updated_at timestamp not null default '2025-03-01 12:00:00'`

const tables = `
  create table accounts (id serial primary key, name text, locale int default 0, status int default 0, ${stamped});
  create table users (id serial primary key, name text, email text, encrypted_password text, ${stamped});
  create table account_users (id serial primary key, account_id bigint, user_id bigint, role int default 0, ${stamped});
  create table teams (id serial primary key, name text, account_id bigint, ${stamped});
  create table team_members (id serial primary key, team_id bigint, user_id bigint, ${stamped});
  create table inboxes (id serial primary key, name text, account_id int, channel_type text, channel_id int,
    greeting_enabled boolean default false, greeting_message text, out_of_office_message text, timezone text default 'UTC',
    working_hours_enabled boolean default false, csat_survey_enabled boolean default false, csat_config jsonb default '{}',
    ${stamped});
  create table channel_whatsapp (id serial primary key, account_id int, phone_number text, provider text default 'default',
    provider_config jsonb default '{}', ${stamped});
  create table working_hours (id serial primary key, inbox_id bigint, account_id bigint, day_of_week int, open_hour int,
    open_minutes int, close_hour int, close_minutes int, closed_all_day boolean default false, open_all_day boolean default
    false, ${stamped});
  create table contacts (id serial primary key, name text, middle_name text, last_name text, email text, phone_number text,
    account_id int, identifier text, blocked boolean default false, custom_attributes jsonb default '{}',
    additional_attributes jsonb default '{}', ${stamped});
  create table custom_attribute_definitions (id serial primary key, attribute_key text, attribute_display_name text,
    attribute_model int default 1, account_id bigint, ${stamped});
  create table contact_inboxes (id serial primary key, contact_id bigint, inbox_id bigint, source_id text, ${stamped});
  create table conversations (id serial primary key, account_id int, inbox_id int, status int default 0, assignee_id int,
    team_id bigint, contact_id bigint, display_id int, last_activity_at timestamp, first_reply_created_at timestamp,
    snoozed_until timestamp, cached_label_list text, ${stamped});
  create table messages (id serial primary key, content text, account_id int, inbox_id int, conversation_id int, message_type
    int, private boolean default false, status int default 0, source_id text, content_attributes json default '{}',
    sender_type text, sender_id bigint, ${stamped});
  create table attachments (id serial primary key, file_type int default 0, account_id int, message_id int,
    coordinates_lat float default 0, coordinates_long float default 0, external_url text, fallback_title text,
    meta jsonb default '{}', ${stamped});
  create table active_storage_attachments (id serial primary key, name text, record_type text, record_id bigint, blob_id bigint);
  create table active_storage_blobs (id serial primary key, key text, filename text, content_type text, byte_size bigint);
  create table labels (id serial primary key, title text, color text, account_id bigint, ${stamped});
  create table tags (id serial primary key, name text, taggings_count int default 0);
  create table taggings (id serial primary key, tag_id int, taggable_type text, taggable_id int, context text,
    created_at timestamp default now());
  create table notes (id serial primary key, content text, account_id bigint, contact_id bigint, user_id bigint, ${stamped});
  create table campaigns (id serial primary key, title text, message text, account_id bigint, inbox_id bigint, campaign_type
    int default 0, campaign_status int default 0, enabled boolean default true, audience jsonb default '[]', scheduled_at
    timestamp, ${stamped});
  create table canned_responses (id serial primary key, account_id int, short_code text, content text, ${stamped});
  create table csat_survey_responses (id serial primary key, account_id bigint, conversation_id bigint, assigned_agent_id
    bigint, rating int, feedback_message text, ${stamped});
  create table macros (id serial primary key, name text, account_id bigint, ${stamped});`

/** An account with the usual cases of Chatwoot. */
function rows(passwordHash: string): string {
  return `
  insert into accounts (id, name, locale) values (1, 'Loja Azul', 24), (2, 'Loja Verde', 0);
  insert into users (id, name, email, encrypted_password) values (1, 'Rita', 'rita@azul.com', '${passwordHash}'),
    (2, 'Leo', 'leo@azul.com', 'pepper');
  insert into account_users (id, account_id, user_id, role) values (1, 1, 1, 1), (2, 1, 2, 0), (3, 2, 1, 1);
  insert into teams (id, name, account_id) values (1, 'vendas', 1);
  insert into team_members (team_id, user_id) values (1, 2);
  insert into inboxes (id, name, account_id, channel_type, greeting_enabled, greeting_message, timezone, working_hours_enabled)
    values (1, 'Whats', 1, 'Channel::Whatsapp', true, 'Oi!', 'America/Bahia', true),
    (2, 'Site', 1, 'Channel::WebWidget', false, '', 'UTC', true), (3, 'Outro', 1, 'Channel::Api', false, '', 'UTC', true);
  insert into working_hours (inbox_id, account_id, day_of_week, open_hour, open_minutes, close_hour, close_minutes,
    closed_all_day) values (1, 1, 0, null, null, null, null, true), (1, 1, 1, 9, 30, 18, 0, false);
  insert into contacts (id, name, last_name, email, phone_number, account_id, custom_attributes) values
    (1, 'Nina', 'Souza', 'nina@casa.com', '+5571999887766', 1, '{"cpf": "123"}'), (2, 'Nina outra', null, null, '+557199887766', 1, '{}'),
    (3, 'Só site', null, null, null, 1, '{}'), (4, '', null, null, null, 1, '{}');
  insert into custom_attribute_definitions (attribute_key, attribute_display_name, account_id) values ('cpf', 'CPF', 1);
  insert into contact_inboxes (contact_id, inbox_id, source_id) values (4, 1, '5571955443322'), (3, 2, 'uuid-of-a-browser');
  insert into conversations (id, account_id, inbox_id, status, assignee_id, team_id, contact_id, last_activity_at,
    first_reply_created_at, snoozed_until, cached_label_list, created_at) values
    (1, 1, 1, 0, 1, 1, 1, '2025-03-02 10:00', '2025-03-01 12:01', null, 'vip, novo', '2025-03-01 12:00'),
    (2, 1, 1, 0, null, null, 2, '2025-03-03 10:00', null, null, null, '2025-03-03 09:00'),
    (3, 1, 1, 3, 2, null, 4, '2025-03-02 10:00', null, '2099-01-01 10:00', null, '2025-03-01 12:00'),
    (4, 1, 2, 0, 1, null, 3, '2025-03-02 10:00', null, null, null, '2025-03-01 12:00'),
    (5, 1, 1, 1, 1, null, 1, '2025-02-02 11:00', '2025-02-02 10:10', null, null, '2025-02-02 10:00');
  insert into messages (id, content, account_id, conversation_id, message_type, private, status, source_id,
    content_attributes, sender_type, sender_id, created_at) values
    (1, 'Oi', 1, 1, 0, false, 0, 'wamid.1', '{}', 'Contact', 1, '2025-03-01 12:00:00'),
    (2, 'Olá, Nina', 1, 1, 1, false, 2, 'wamid.2', '{"in_reply_to": 1}', 'User', 1, '2025-03-01 12:01:00'),
    (3, 'Ver com [@Leo](mention://user/2/Leo)', 1, 1, 1, true, 0, null, '{}', 'User', 1, '2025-03-01 12:02:00'),
    (4, 'Rita resolveu', 1, 1, 2, false, 0, null, '{}', null, null, '2025-03-01 12:03:00'),
    (5, 'duas fotos', 1, 1, 0, false, 0, 'wamid.5', '{}', 'Contact', 1, '2025-03-01 12:04:00'),
    (6, 'falhou', 1, 1, 1, false, 3, null, '{}', 'User', 2, '2025-03-01 12:05:00'),
    (7, 'do site', 1, 4, 0, false, 0, null, '{}', 'Contact', 3, '2025-03-01 12:05:00'),
    (8, 'apagada', 1, 5, 0, false, 0, 'wamid.8', '"{\\"deleted\\":true}"', 'Contact', 1, '2025-02-02 10:00:00');
  insert into attachments (id, file_type, account_id, message_id) values (1, 0, 1, 5), (2, 0, 1, 5);
  insert into active_storage_blobs (id, key, filename, content_type, byte_size) values
    (1, 'abcdefgh1', 'um.png', 'image/png', 10), (2, 'zzzzmissing', 'dois.png', 'image/png', 10);
  insert into active_storage_attachments (name, record_type, record_id, blob_id) values ('file', 'Attachment', 1, 1),
    ('file', 'Attachment', 2, 2);
  insert into labels (id, title, color, account_id) values (1, 'vip', '#ff0000', 1), (2, 'novo', '#00ff00', 1);
  insert into tags (id, name) values (1, 'vip'), (2, 'novo');
  insert into taggings (tag_id, taggable_type, taggable_id, context) values (1, 'Conversation', 1, 'labels'),
    (2, 'Conversation', 1, 'labels');
  insert into canned_responses (account_id, short_code, content) values (1, 'oi', 'Olá {{contact.name}}');
  insert into csat_survey_responses (account_id, conversation_id, assigned_agent_id, rating) values (1, 5, 1, 4);
  insert into macros (name, account_id) values ('x', 1);`
}

/** An account with cases that are rare, but occur: its tests name the rows by these ids. */
const hardCases = `
  insert into users (id, name, email, encrypted_password) values (11, 'Davi', 'davi@verde.com', 'pepper'),
    (12, 'Gone', 'gone@verde.com', 'pepper');
  insert into account_users (id, account_id, user_id, role) values (11, 2, 11, 0), (12, 2, 2, 0), (13, 2, 12, 0);
  insert into teams (id, name, account_id) values (11, 'suporte', 2), (12, 'Suporte', 2);
  insert into channel_whatsapp (id, account_id, phone_number, provider, provider_config) values
    (1, 2, '+5511911110000', 'whatsapp_cloud', '{"api_key": "EAAsecret", "phone_number_id": "77", "business_account_id": "88"}'),
    (2, 2, '+5511922220000', 'default', '{"api_key": "dialog"}');
  insert into inboxes (id, name, account_id, channel_type, channel_id, greeting_message, out_of_office_message, timezone,
    working_hours_enabled, csat_survey_enabled, csat_config) values
    (11, 'Numero', 2, 'Channel::Whatsapp', 1, 'Desligada', 'Desligada', 'UTC', false, false, '{"message": "Desligada"}'),
    (12, 'numero', 2, 'Channel::Whatsapp', 2, '', 'Fechado', 'America/Manaus', true, true, '{"message": "Que tal?"}'),
    (13, 'Evolution', 2, 'Channel::Api', 1, '', '', 'UTC', false, false, '{}'),
    (14, 'Site', 2, 'Channel::WebWidget', 1, '', '', 'UTC', false, false, '{}');
  insert into working_hours (inbox_id, account_id, day_of_week, open_hour, open_minutes, close_hour, close_minutes,
    open_all_day) values (11, 2, 1, 9, 0, 17, 0, false), (12, 2, 1, 0, 0, 23, 59, true), (12, 2, 2, 8, 0, 12, 5, false);
  insert into custom_attribute_definitions (attribute_key, attribute_display_name, attribute_model, account_id) values
    ('plano', 'Plano do pedido', 0, 2), ('plano', 'Plano', 1, 2);
  insert into contacts (id, name, phone_number, account_id, identifier, blocked, custom_attributes, additional_attributes) values
    (11, 'Bia BSUID', null, 2, null, false, '{"plano": "ouro", "vazio": null, "lista": ["a", "b"], "sim": true}',
      '{"company_name": "Bar do Zé", "city": "Manaus", "social_profiles": {"github": "x"}}'),
    (12, 'Evo', null, 2, '5511977776666@s.whatsapp.net', true, '{}', '{}'),
    (13, 'Escondida', null, 2, '123456789012345@lid', false, '{}', '{}'),
    (14, 'Família (GROUP)', null, 2, '120363041234567890@g.us', false, '{}', '{}'),
    (15, '+55 11 7777-5555', '+5511977775555', 2, null, false, '{}', '{}'),
    (16, 'Muitas', '+5511966665555', 2, null, false, '{}', '{}'),
    (17, 'Sem conversa', '+5511955554444', 2, null, false, '{}', '{}'),
    (18, '', null, 2, null, false, '{}', '{}');
  insert into contact_inboxes (contact_id, inbox_id, source_id) values (11, 11, 'BR.1234567890'), (18, 11, 'BR.ENT.99'),
    (13, 12, '123456789012345'), (12, 13, '5e2f7c9a-0000-4000-8000-123456789012');
  insert into conversations (id, account_id, inbox_id, status, assignee_id, team_id, contact_id, last_activity_at, created_at)
    values
    (11, 2, 11, 1, 11, 11, 11, '2025-03-02 10:00', '2025-03-01 12:00'),
    (12, 2, 13, 0, 11, null, 12, '2025-03-02 10:00', '2025-03-01 12:00'),
    (13, 2, 12, 3, 11, null, 13, '2025-03-02 10:00', '2025-03-01 12:00'),
    (14, 2, 13, 0, null, null, 14, '2025-03-02 10:00', '2025-03-01 12:00'),
    (15, 2, 12, 1, null, null, 99, '2025-03-02 10:00', '2025-03-01 12:00'),
    (16, 2, 12, 2, 11, null, 16, '2025-03-09 10:00', '2025-03-09 09:00'),
    (17, 2, 11, 0, 11, null, 16, '2025-03-05 10:00', '2025-03-05 09:00'),
    (18, 2, 12, 0, null, null, 16, '2025-03-08 10:00', '2025-03-08 09:00'),
    (19, 2, 11, 0, 11, null, 16, '2025-03-04 10:00', '2025-03-04 09:00'),
    (20, 2, 12, 1, 11, null, 15, '2025-03-02 10:00', '2025-03-01 12:00');
  insert into messages (id, content, account_id, conversation_id, message_type, private, status, source_id,
    content_attributes, sender_type, sender_id, created_at) values
    (101, null, 2, 11, 0, false, 0, 'wamid.101', '{}', 'Contact', 11, '2025-03-01 12:00:00'),
    (102, 'João Silva', 2, 11, 0, false, 0, 'wamid.102', '{}', 'Contact', 11, '2025-03-01 12:01:00'),
    (103, 'veja', 2, 11, 0, false, 0, 'wamid.103', '{}', 'Contact', 11, '2025-03-01 12:02:00'),
    (104, 'quinze', 2, 11, 1, false, 1, 'wamid.104', '{}', 'User', 11, '2025-03-01 12:03:00'),
    (105, null, 2, 11, 0, false, 0, 'wamid.105', '{"is_unsupported": true}', 'Contact', 11, '2025-03-01 12:04:00'),
    (106, 'Sou um robô', 2, 11, 1, false, 2, null, '{}', 'AgentBot', 1, '2025-03-01 12:05:00'),
    (107, 'Fora do horário', 2, 11, 3, false, 0, null, '{}', null, null, '2025-03-01 12:06:00'),
    (108, 'de quem saiu', 2, 11, 1, false, 0, 'wamid.108', '{}', 'User', 12, '2025-03-01 12:07:00'),
    (109, 'do celular', 2, 11, 1, false, 1, 'wamid.109', '{"external_echo": true}', null, null, '2025-03-01 12:08:00'),
    (110, 'sem resposta', 2, 11, 0, false, 0, null, '{}', 'Contact', 11, '2025-03-01 12:09:00'),
    (111, 'cita a sem id', 2, 11, 1, false, 0, null, '{"in_reply_to": 110}', 'User', 11, '2025-03-01 12:10:00'),
    (112, 'cita por fora', 2, 11, 0, false, 0, 'wamid.112', '{"in_reply_to_external_id": "wamid.104"}', 'Contact', 11,
      '2025-03-01 12:11:00'),
    (113, 'Conversa marcada como resolvida por Davi', 2, 11, 2, false, 0, null, '{}', null, null, '2025-03-01 12:12:00'),
    (114, '[@Davi](mention://user/11/Davi), [@Rita Lima](mention://user/1/Rita%20Lima) e [@suporte](mention://team/11/suporte)',
      2, 11, 1, true, 0, null, '{}', 'User', 11, '2025-03-01 12:13:00'),
    (117, 'nota do robô', 2, 11, 1, true, 0, null, '{}', 'AgentBot', 11, '2025-03-01 12:13:30'),
    (115, 'sem conversa', 2, null, 0, false, 0, 'wamid.115', '{}', 'Contact', 11, '2025-03-01 12:14:00'),
    (116, 'sem contato', 2, 15, 0, false, 0, 'wamid.116', '{}', 'Contact', 99, '2025-03-01 12:15:00'),
    (121, 'da ponte', 2, 12, 0, false, 0, 'WAID:3EB0AA', '{}', 'Contact', 12, '2025-03-01 12:00:00'),
    (122, repeat('ã', 70000), 2, 12, 1, false, 2, 'WAID:3EB0BB', '{"in_reply_to": 121}', 'User', 11, '2025-03-01 12:01:00'),
    (123, E'com \\x01 controle \\x0b e \\u200e marca', 2, 12, 0, false, 0, 'WAID:3EB0CC', '{"deleted": false, "x": "\\\\u0000"}',
      'Contact', 12, '2025-03-01 12:02:00'),
    (141, '*Tia:* oi', 2, 14, 0, false, 0, 'WAID:3EB0DD', '{}', 'Contact', 14, '2025-03-01 12:00:00'),
    (161, 'duas vezes', 2, 16, 0, false, 0, 'wamid.161', '{}', 'Contact', 16, '2025-03-09 09:00:00'),
    (162, 'duas vezes', 2, 18, 0, false, 0, 'wamid.161', '{}', 'Contact', 16, '2025-03-09 09:00:00'),
    (163, 'entre dois números nossos', 2, 17, 1, false, 0, 'wamid.163', '{}', 'User', 11, '2025-03-05 09:00:00');
  insert into attachments (id, file_type, account_id, message_id, coordinates_lat, coordinates_long, external_url,
    fallback_title, meta) values
    (101, 4, 2, 101, -3.1, -60.02, 'https://maps.example/x', 'Teatro | Amazonas, Centro', '{}'),
    (102, 8, 2, 102, 0, 0, null, '+55 92 98888-7777', '{"firstName": "João", "lastName": "Silva; Filho"}'),
    (103, 8, 2, 102, 0, 0, null, 'Phone number is not available', '{}'),
    (104, 5, 2, 103, 0, 0, 'https://loja.example/p/1', 'Produto 1', '{}'), (105, 12, 2, 103, 0, 0, null, null, '{}'),
    (106, 0, 2, 115, 0, 0, null, null, '{}'), (107, 0, 2, 117, 0, 0, null, null, '{}');
  insert into active_storage_attachments (name, record_type, record_id, blob_id) values ('file', 'Attachment', 106, 1),
    ('file', 'Attachment', 107, 1);
  insert into attachments (id, file_type, account_id, message_id) select 200 + n, 3, 2, 104 from generate_series(1, 15) as n;
  insert into active_storage_blobs (id, key, filename, content_type, byte_size)
    select 200 + n, 'fifteen' || n, 'arquivo ' || n || '.pdf', 'application/pdf', 1 from generate_series(1, 15) as n;
  insert into active_storage_attachments (name, record_type, record_id, blob_id)
    select 'file', 'Attachment', 200 + n, 200 + n from generate_series(1, 15) as n;
  insert into labels (id, title, color, account_id) values (11, 'urgente', '#ff0000', 2), (12, 'fiel', '#00ff00', 2);
  insert into tags (id, name) values (11, 'urgente'), (12, 'fiel'), (13, 'apagada');
  insert into taggings (tag_id, taggable_type, taggable_id, context) values (11, 'Conversation', 11, 'labels'),
    (12, 'Contact', 16, 'labels'), (12, 'Contact', 17, 'labels'), (13, 'Conversation', 11, 'labels'),
    (11, 'Conversation', 12, 'topics'), (1, 'Conversation', 4, 'labels');
  insert into canned_responses (account_id, short_code, content) values (2, '/Todos',
    '{{ contact.name }} {{contact.first_name}} {{contact.email}} {{contact.phone}} {{agent.name}}');
  insert into notes (id, content, account_id, contact_id, user_id) values (11, 'Prefere a tarde', 2, 16, 11),
    (12, 'Nunca escreveu', 2, 17, 11);
  insert into csat_survey_responses (id, account_id, conversation_id, assigned_agent_id, rating, feedback_message) values
    (11, 2, 11, 11, 1, 'Demorou'), (12, 2, 16, 11, 2, ' '), (13, 2, 17, 11, 3, null), (14, 2, 18, 11, 5, null),
    (15, 2, 99, 11, 5, 'perdida');
  insert into campaigns (id, title, message, account_id, inbox_id, campaign_type, campaign_status, audience, scheduled_at) values
    (11, 'Natal', 'Boas festas', 2, 11, 1, 0, '[{"id": 11, "type": "Label"}]', '2099-12-24 10:00'),
    (12, 'Passada', 'Foi', 2, 12, 1, 1, '[]', '2025-01-01 10:00'), (13, 'No site', 'Oi', 2, 14, 0, 0, '[]', null);`

/** Of rows that tests add to the account with the hard cases, at its second number. */
const commonValues = {
  account_users: { account_id: 2 },
  contacts: { account_id: 2 },
  conversations: { account_id: 2, inbox_id: 12, status: 0 },
  csat_survey_responses: { account_id: 2 },
  messages: { account_id: 2, private: false, status: 0 },
  notes: { account_id: 2 },
}

export async function createChatwootSource(passwordHash: string): Promise<SourceFixture> {
  const database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  client.on('error', () => undefined) // the drop cuts it
  await client.connect()
  await client.query(tables + rows(passwordHash) + hardCases)
  return {
    url: database.ownerUrl,
    run: async (sql, values = []) => void (await client.query(sql, [...values])),
    ...createSourceRows({
      query: (sql, values) => client.query(sql, [...values]),
      changedAt: 'updated_at',
      common: commonValues,
    }),
    async drop() {
      await client.end()
      await database.drop()
    },
  }
}

/** An old version does not say which inboxes use their hours. */
export function dropHoursSwitch({ run }: Pick<SourceFixture, 'run'>): Promise<void> {
  return run('alter table inboxes drop working_hours_enabled')
}

/** Drops the tables and columns that an old version lacks. */
export function dropLaterTables({ run }: Pick<SourceFixture, 'run'>): Promise<void> {
  return run(`
    drop table working_hours, custom_attribute_definitions, contact_inboxes, channel_whatsapp, csat_survey_responses,
      taggings, tags, labels, notes, campaigns, teams, team_members, active_storage_attachments, active_storage_blobs;
    alter table accounts drop status;
    alter table contacts drop middle_name, drop last_name, drop identifier, drop blocked, drop additional_attributes;
    alter table inboxes drop timezone, drop working_hours_enabled, drop csat_survey_enabled, drop csat_config;
    alter table conversations drop snoozed_until, drop last_activity_at, drop team_id, drop cached_label_list,
      drop first_reply_created_at;
    alter table messages drop sender_type, drop sender_id, drop content_attributes, drop source_id;
    alter table attachments drop coordinates_lat, drop coordinates_long, drop fallback_title, drop meta, drop external_url`)
}
