import pg from 'pg'
import { createEmptyDatabase } from '../../../platform/testing/test-database'
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
    working_hours_enabled boolean default true,
    ${stamped});
  create table working_hours (id serial primary key, inbox_id bigint, account_id bigint, day_of_week int, open_hour int,
    open_minutes int, close_hour int, close_minutes int, closed_all_day boolean default false, open_all_day boolean default
    false, ${stamped});
  create table contacts (id serial primary key, name text, middle_name text, last_name text, email text, phone_number text,
    account_id int, custom_attributes jsonb default '{}', ${stamped});
  create table custom_attribute_definitions (id serial primary key, attribute_key text, attribute_display_name text,
    account_id bigint, ${stamped});
  create table contact_inboxes (id serial primary key, contact_id bigint, inbox_id bigint, source_id text, ${stamped});
  create table conversations (id serial primary key, account_id int, inbox_id int, status int default 0, assignee_id int,
    team_id bigint, contact_id bigint, display_id int, last_activity_at timestamp, first_reply_created_at timestamp,
    snoozed_until timestamp, cached_label_list text, ${stamped});
  create table messages (id serial primary key, content text, account_id int, inbox_id int, conversation_id int, message_type
    int, private boolean default false, status int default 0, source_id text, content_attributes json default '{}',
    sender_type text, sender_id bigint, ${stamped});
  create table attachments (id serial primary key, file_type int default 0, account_id int, message_id int,
    coordinates_lat float, coordinates_long float, ${stamped});
  create table active_storage_attachments (id serial primary key, name text, record_type text, record_id bigint, blob_id bigint);
  create table active_storage_blobs (id serial primary key, key text, filename text, content_type text, byte_size bigint);
  create table labels (id serial primary key, title text, color text, account_id bigint, ${stamped});
  create table canned_responses (id serial primary key, account_id int, short_code text, content text, ${stamped});
  create table csat_survey_responses (id serial primary key, account_id bigint, conversation_id bigint, assigned_agent_id
    bigint, rating int, ${stamped});
  create table macros (id serial primary key, name text, account_id bigint, ${stamped});`

/** An account with the hard cases of Chatwoot. */
function rows(passwordHash: string): string {
  return `
  insert into accounts (id, name, locale) values (1, 'Loja Azul', 24), (2, 'Loja Verde', 0);
  insert into users (id, name, email, encrypted_password) values (1, 'Rita', 'rita@azul.com', '${passwordHash}'),
    (2, 'Leo', 'leo@azul.com', 'pepper');
  insert into account_users (id, account_id, user_id, role) values (1, 1, 1, 1), (2, 1, 2, 0), (3, 2, 1, 1);
  insert into teams (id, name, account_id) values (1, 'vendas', 1);
  insert into team_members (team_id, user_id) values (1, 2);
  insert into inboxes (id, name, account_id, channel_type, greeting_enabled, greeting_message, timezone) values
    (1, 'Whats', 1, 'Channel::Whatsapp', true, 'Oi!', 'America/Bahia'), (2, 'Site', 1, 'Channel::WebWidget', false, '', 'UTC'),
    (3, 'Outro', 1, 'Channel::Api', false, '', 'UTC');
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
  insert into canned_responses (account_id, short_code, content) values (1, 'oi', 'Olá {{contact.name}}');
  insert into csat_survey_responses (account_id, conversation_id, assigned_agent_id, rating) values (1, 5, 1, 4);
  insert into macros (name, account_id) values ('x', 1);`
}

export async function createChatwootSource(passwordHash: string): Promise<SourceFixture> {
  const database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  client.on('error', () => undefined) // the drop cuts it
  await client.connect()
  await client.query(tables + rows(passwordHash))
  return {
    url: database.ownerUrl,
    run: async (sql, values = []) => void (await client.query(sql, [...values])),
    async drop() {
      await client.end()
      await database.drop()
    },
  }
}
