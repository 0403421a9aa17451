import pg from 'pg'
import { createEmptyDatabase } from '../../../platform/testing/test-database'
import { createSourceRows, type SourceRows } from './source-rows'

/** A database as ticketz or Whaticket SaaS leaves it, written from the list of their columns. */
export interface SourceFixture extends SourceRows {
  readonly url: string
  run(sql: string, values?: readonly unknown[]): Promise<void>
  drop(): Promise<void>
}

const stamped =
  '"createdAt" timestamptz not null default \'2025-03-01T12:00:00Z\', "updatedAt" timestamptz not null default \'2025-03-01T12:00:00Z\''

/** What both have. */
const tables = `
  create table "Plans" (id serial primary key, name text, users int, connections int, queues int, value float, ${stamped});
  create table "Companies" (id serial primary key, name text, phone text, email text, status boolean, "dueDate" text,
    recurrence text, schedules jsonb, "planId" int, ${stamped});
  create table "Users" (id serial primary key, name text, email text, "passwordHash" text, profile text, super boolean,
    "companyId" int, ${stamped});
  create table "Queues" (id serial primary key, name text, color text, "greetingMessage" text, "outOfHoursMessage" text,
    schedules jsonb, "companyId" int, ${stamped});
  create table "QueueOptions" (id serial primary key, title text, message text, option text, "queueId" int, "parentId" int,
    ${stamped});
  create table "Whatsapps" (id serial primary key, name text, "isDefault" boolean, "greetingMessage" text,
    "complationMessage" text, "outOfHoursMessage" text, "ratingMessage" text, token text, session text, "companyId" int,
    ${stamped});
  create table "UserQueues" ("userId" int, "queueId" int, ${stamped});
  create table "WhatsappQueues" ("whatsappId" int, "queueId" int, ${stamped});
  create table "Contacts" (id serial primary key, name text, number text, email text default '', "isGroup" boolean default
    false, "profilePicUrl" text, "companyId" int, ${stamped});
  create table "ContactCustomFields" (id serial primary key, name text, value text, "contactId" int, ${stamped});
  create table "Tags" (id serial primary key, name text, color text, kanban int default 0, "companyId" int, ${stamped});
  create table "Tickets" (id serial primary key, uuid uuid, status text, "unreadMessages" int default 0, "lastMessage" text,
    "isGroup" boolean default false, "userId" int, "contactId" int, "whatsappId" int, "queueId" int, chatbot boolean,
    "companyId" int, ${stamped});
  create table "TicketTags" ("ticketId" int, "tagId" int, ${stamped});
  create table "TicketNotes" (id serial primary key, note text, "userId" int, "contactId" int, "ticketId" int, ${stamped});
  create table "TicketTraking" (id serial primary key, "ticketId" int, "companyId" int, "whatsappId" int, "userId" int,
    "queuedAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz, "ratingAt" timestamptz, rated boolean,
    ${stamped});
  create table "UserRatings" (id serial primary key, "ticketId" int, "companyId" int, "userId" int, rate int, ${stamped});
  create table "QuickMessages" (id serial primary key, shortcode text, message text, "userId" int, "companyId" int, ${stamped});
  create table "Schedules" (id serial primary key, body text, "sendAt" timestamptz, "sentAt" timestamptz, status text,
    "contactId" int, "ticketId" int, "userId" int, "companyId" int, ${stamped});
  create table "Settings" (id serial primary key, key text, value text, "companyId" int, ${stamped});
  create table "ContactLists" (id serial primary key, name text, "companyId" int, ${stamped});
  create table "ContactListItems" (id serial primary key, name text, number text, email text, "isWhatsappValid" boolean,
    "contactListId" int, "companyId" int, ${stamped});
  create table "Campaigns" (id serial primary key, name text, message1 text, message2 text, message3 text, message4 text,
    message5 text, "confirmationMessage1" text, status text, confirmation boolean, "scheduledAt" timestamptz,
    "completedAt" timestamptz, "mediaPath" text, "mediaName" text, "contactListId" int, "whatsappId" int, "companyId" int,
    ${stamped});
  create table "CampaignShipping" (id serial primary key, number text, message text, "campaignId" int, "contactId" int,
    "deliveredAt" timestamptz, "confirmationRequestedAt" timestamptz, "confirmedAt" timestamptz, ${stamped});
  create table "CampaignSettings" (id serial primary key, key text, value text, "companyId" int, ${stamped});
  create table "Chats" (id serial primary key, uuid text, title text, "ownerId" int, "companyId" int, ${stamped});
  create table "ChatUsers" (id serial primary key, "chatId" int, "userId" int, ${stamped});
  create table "ChatMessages" (id serial primary key, "chatId" int, "senderId" int, message text, "mediaPath" text,
    "mediaName" text, ${stamped});
  create table "Announcements" (id serial primary key, title text, "companyId" int, ${stamped});`

const ticketzOnly = `
  create table "Messages" (id text, "ticketId" int, "companyId" int, "contactId" int, body text, "fromMe" boolean default
    false, ack int default 0, read boolean default false, "mediaType" text, "mediaUrl" text, "thumbnailUrl" text,
    "quotedMsgId" text, "isDeleted" boolean default false, "isEdited" boolean default false, "dataJson" text, ${stamped},
    primary key (id, "ticketId"));
  create table "BaileysKeys" (id serial primary key, "whatsappId" int, type text, key text, value text, ${stamped});
  create table "WhatsappLidMaps" (id serial primary key, lid text, "contactId" int, "companyId" int, ${stamped});
  alter table "Companies" add column language text;`

const whaticketOnly = `
  create table "Messages" (id text primary key, "ticketId" int, "companyId" int, "contactId" int, body text, "fromMe" boolean
    default false, ack int default 0, read boolean default false, "mediaType" text, "mediaUrl" text, "quotedMsgId" text,
    participant text, "remoteJid" text, "isDeleted" boolean default false, "dataJson" text, ${stamped});
  create table "Prompts" (id serial primary key, name text, prompt text, "apiKey" text, "maxMessages" int, "maxTokens" int,
    temperature float, "queueId" int, "companyId" int, ${stamped});
  create table "QueueIntegrations" (id serial primary key, type text, name text, "projectName" text, "jsonContent" text,
    language text, "urlN8N" text, "typebotDelayMessage" int, "typebotExpires" int, "typebotKeywordFinish" text,
    "typebotKeywordRestart" text, "typebotRestartMessage" text, "typebotSlug" text, "typebotUnknownMessage" text,
    "companyId" int, ${stamped});
  create table "Files" (id serial primary key, name text, message text, "companyId" int, ${stamped});
  create table "FilesOptions" (id serial primary key, name text, path text, "mediaType" text, "fileId" int, ${stamped});
  alter table "Plans" add column "useCampaigns" boolean, add column "useKanban" boolean;
  alter table "Queues" add column "orderQueue" int, add column "integrationId" int;
  alter table "Users" add column "allTicket" text, add column "whatsappId" int;
  alter table "Whatsapps" add column "transferQueueId" int, add column "timeToTransfer" int, add column "promptId" int,
    add column "expiresTicket" int, add column channel text, add column "integrationId" int;`

/** Of rows that tests add to company 1, over its connection 1. */
const commonValues = {
  Contacts: { companyId: 1 },
  Messages: { companyId: 1, fromMe: false, read: true },
  QuickMessages: { companyId: 1 },
  Schedules: { companyId: 1 },
  Tickets: { whatsappId: 1, companyId: 1 },
  TicketTraking: { companyId: 1 },
  UserRatings: { companyId: 1 },
  Users: { profile: 'user', companyId: 1 },
}

/** The tables of one of both, empty. */
export function whaticketTables(kind: 'ticketz' | 'whaticket'): string {
  return tables + (kind === 'ticketz' ? ticketzOnly : whaticketOnly)
}

export async function createWhaticketSource(kind: 'ticketz' | 'whaticket'): Promise<SourceFixture> {
  const database = await createEmptyDatabase()
  const query = async (sql: string, values: readonly unknown[]) => {
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    return client.query(sql, [...values]).finally(() => client.end()) // a stopped server is not connected
  }
  const source: SourceFixture = {
    url: database.ownerUrl,
    run: async (sql, values = []) => void (await query(sql, values)),
    ...createSourceRows({ query, changedAt: 'updatedAt', common: commonValues }),
    drop: () => database.drop(),
  }
  await source.run(whaticketTables(kind))
  return source
}

/** The bcrypt hash of `senha antiga`, as bcryptjs writes it with cost 4. */
export const oldPassword = 'senha antiga'

/** Two companies with every hard case of the family. Ids are fixed, so that tests can name rows. */
export function hardCases(passwordHash: string): string {
  return `
  insert into "Plans" (id, name, users, connections, queues, value) values (1, 'Plano Antigo', 5, 2, 4, 99.9);
  insert into "Companies" (id, name, email, status, "dueDate", recurrence, schedules, "planId") values
    (1, 'Padaria Sol', 'dono@sol.com', true, '2027-01-15T00:00:00.000Z', 'MENSAL',
      '[{"weekday":"Segunda-feira","weekdayEn":"monday","startTime":"09:00","endTime":"17:00"},
        {"weekday":"Domingo","weekdayEn":"sunday","startTime":"","endTime":""}]', 1),
    (2, 'Outra Loja', 'outra@loja.com', false, '31/12/2027', 'SEMANAL', '[]', 1);
  insert into "Users" (id, name, email, "passwordHash", profile, super, "companyId") values
    (1, 'Dono', 'Dono@Sol.com', '${passwordHash}', 'admin', true, 1),
    (2, 'Bia', 'bia@sol.com', '${passwordHash}', 'user', false, 1),
    (3, 'Sem senha', 'sem@sol.com', null, 'user', false, 1),
    (4, 'Bia de novo', 'BIA@sol.com', '${passwordHash}', 'user', false, 2);
  insert into "Queues" (id, name, color, "greetingMessage", "outOfHoursMessage", schedules, "companyId") values
    (1, 'Vendas', '#FF0000', 'Olá, vendas', 'Fechado', '[]', 1),
    (2, 'vendas', '#ff0000', '', '', '[]', 1),
    (3, 'Suporte', '', '', '', '{"weeklyRules":[{"days":["mon","tue"],"hours":[{"from":"08:00","to":"12:00"},{"from":"13:00","to":"18:00"}]}],
      "overrides":[{"date":"2026-12-24","hours":[{"from":"08:00","to":"12:00"}]}]}', 1);
  insert into "QueueOptions" (id, title, message, option, "queueId", "parentId") values
    (1, 'Preços', 'Tabela', '1', 1, null), (2, 'Entrega', '', 'x', 1, null), (3, 'Pão', 'R$ 1', '5', 1, 1),
    (4, 'Perdida', '', '1', 99, null), (5, 'Sem mãe', '', '1', 1, 98), (6, 'Neta dela', '', '1', 1, 5);
  insert into "Whatsapps" (id, name, "isDefault", "greetingMessage", "complationMessage", token, session, "companyId") values
    (1, 'Loja', true, 'Bom dia', 'Até logo', 'token-antigo-de-verdade-123', '{"creds":{"noiseKey":"secret"}}', 1),
    (2, 'Curto', true, '', '', 'abc', null, 1);
  insert into "UserQueues" ("userId", "queueId") values (2, 1), (2, 3), (2, 99);
  insert into "WhatsappQueues" ("whatsappId", "queueId") values (1, 1), (1, 3);
  insert into "Contacts" (id, name, number, email, "isGroup", "companyId") values
    (1, 'Ana', '5551999887766', 'ana@casa.com', false, 1),
    (2, '555199887766', '555199887766', '', false, 1),
    (3, 'Ana LID', '123456789012345', '', false, 1),
    (4, 'Família', '120363041234567890', '', true, 1),
    (5, 'Caio', '5551988776655', '', false, 1),
    (6, 'Sem número', 'abc', '', false, 1),
    (7, 'Dora', '5551977665544', '', false, 1),
    (8, 'De outra', '5551966554433', '', false, 2);
  insert into "ContactCustomFields" (name, value, "contactId") values ('CPF', '123', 1);
  insert into "Tags" (id, name, color, kanban, "companyId") values (1, 'VIP', '#00ff00', 0, 1), (2, 'vip', 'red', 0, 1),
    (3, 'Novo', '#0000ff', 1, 1);
  insert into "Tickets" (id, status, "unreadMessages", "lastMessage", "isGroup", "userId", "contactId", "whatsappId", "queueId",
    "companyId", "createdAt", "updatedAt") values
    (1, 'open', 0, 'ok', false, 2, 1, 1, 1, 1, '2025-01-01T10:00Z', '2025-03-10T10:00Z'),
    (2, 'pending', 2, 'oi?', false, null, 2, 1, null, 1, '2025-03-12T10:00Z', '2025-03-12T10:05Z'),
    (3, 'closed', 0, 'tchau', false, 2, 5, 1, 1, 1, '2024-01-01T10:00Z', '2025-02-01T12:00Z'),
    (4, 'group', 0, 'kkk', true, null, 4, 1, null, 1, '2025-01-05T10:00Z', '2025-03-01T10:00Z'),
    (5, 'pending', 1, 'alô', false, null, 7, 1, 3, 1, '2025-03-15T10:00Z', '2025-03-15T10:00Z'),
    (6, 'nps', 0, '', false, null, 7, 1, null, 1, '2025-02-15T10:00Z', '2025-02-15T10:00Z'),
    (7, 'open', 0, 'x', false, null, 6, 1, null, 1, '2025-02-15T10:00Z', '2025-02-15T10:00Z'),
    (8, 'pending', 0, 'y', false, null, 8, null, null, 2, '2025-02-15T10:00Z', '2025-02-15T10:00Z');
  insert into "TicketTags" ("ticketId", "tagId") values (1, 1), (1, 2), (3, 3);
  insert into "TicketNotes" (id, note, "userId", "contactId", "ticketId") values (1, 'Pagou', 2, 1, 1), (2, 'Sem ticket', 2, 5, null);
  insert into "TicketTraking" (id, "ticketId", "companyId", "userId", "queuedAt", "startedAt", "finishedAt", "createdAt") values
    (1, 3, 1, 2, '2024-01-01T10:00Z', '2024-01-01T10:05Z', '2024-01-01T11:00Z', '2024-01-01T10:00Z'),
    (2, 3, 1, 2, '2025-02-01T09:00Z', '2025-02-01T09:10Z', '2025-02-01T12:00Z', '2025-02-01T09:00Z'),
    (3, 1, 1, 2, '2025-01-01T10:00Z', '2025-01-01T10:02Z', null, '2025-01-01T10:00Z');
  insert into "UserRatings" (id, "ticketId", "companyId", "userId", rate) values (1, 3, 1, 2, 5), (2, 1, 1, 2, 3);
  insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", ack, read, "mediaType", "mediaUrl",
    "quotedMsgId", "isDeleted", "dataJson", "createdAt") values
    ('A1', 1, 1, 1, 'Bom dia', false, 0, true, 'conversation', null, null, false, null, '2025-01-01T10:00:00Z'),
    ('A2', 1, 1, null, '*Bia:*\nOlá', true, 4, true, 'extendedTextMessage', null, 'A1', false, null, '2025-01-01T10:02:00Z'),
    ('A3', 1, 1, 1, '👍', false, 0, true, 'reactionMessage', null, 'A2', false, null, '2025-01-01T10:03:00Z'),
    ('A4', 1, 1, 1, '❤️', false, 0, true, 'reactionMessage', null, 'A2', false, null, '2025-01-01T10:04:00Z'),
    ('A5', 1, 1, null, 'falhou', true, -1, true, null, null, null, false, null, '2025-01-01T10:05:00Z'),
    ('A6', 1, 1, 1, 'quero dois pães', false, 0, true, 'audio', 'voz.ogg', null, false,
      '{"message":{"audioMessage":{"seconds":7,"ptt":true,"mimetype":"audio/ogg; codecs=opus"}}}', '2025-01-01T10:06:00Z'),
    ('A7', 1, 1, 1, 'foto.png', false, 0, true, 'image', 'media/1/1/1/abc/foto.png', null, false, null, '2025-01-01T10:07:00Z'),
    ('A8', 1, 1, 1, 'sumiu.pdf', false, 0, true, 'application', 'sumiu.pdf', null, true, null, '2025-01-01T10:08:00Z'),
    ('A9', 1, 1, 1, '', false, 0, true, 'image', '../segredo.png', null, false, null, '2025-01-01T10:09:00Z'),
    ('AA', 1, 1, null, 'entregue', true, 3, true, 'conversation', null, 'NADA', false, null, '2025-03-10T10:00:00Z'),
    ('B1', 2, 1, 2, 'oi', false, 0, false, 'conversation', null, null, false, null, '2025-03-12T10:00:00Z'),
    ('B2', 2, 1, 2, 'oi?', false, 0, false, 'conversation', null, null, false, null, '2025-03-12T10:05:00Z'),
    ('C1', 3, 1, 5, 'primeira vez', false, 0, true, 'conversation', null, null, false, null, '2024-01-01T10:00:00Z'),
    ('C2', 3, 1, null, 'pronto', true, 5, true, 'conversation', null, null, false, null, '2024-01-01T10:50:00Z'),
    ('C3', 3, 1, 5, 'segunda vez', false, 0, true, 'conversation', null, null, false, null, '2025-02-01T09:00:00Z'),
    ('C4', 3, 1, null, 'tchau', true, 2, true, 'conversation', null, null, false, null, '2025-02-01T11:00:00Z'),
    ('D1', 4, 1, 5, 'kkk', false, 0, true, 'conversation', null, null, false, null, '2025-03-01T10:00:00Z'),
    ('E1', 5, 1, 7, 'alô', false, 0, false, 'conversation', null, null, false, null, '2025-03-15T10:00:00Z'),
    ('E3', 5, 1, 7, null, false, 0, false, 'image', 'http://old.example/public/campanha.png', null, false, null,
      '2025-03-15T10:01:00Z'),
    ('E2', 5, 1, 7, null, false, 0, false, 'image', 'igual.png', null, false, null, '2025-03-15T10:00:00Z'),
    ('F1', 7, 1, 6, 'x', false, 0, false, 'conversation', null, null, false, null, '2025-02-15T10:00:00Z'),
    ('G1', 8, 2, 8, 'y', false, 0, false, 'conversation', null, null, false, null, '2025-02-15T10:00:00Z'),
    ('G2', 8, 2, 8, '', false, 0, false, 'image', 'igual.png', null, false, null, '2025-02-15T10:01:00Z');
  insert into "QuickMessages" (id, shortcode, message, "userId", "companyId") values (1, '/pix', 'Chave 1', 2, 1), (2, 'oi', 'Olá', null, 1);
  insert into "Schedules" (id, body, "sendAt", "sentAt", status, "contactId", "userId", "companyId") values
    (1, 'Lembrete', '2099-01-01T10:00Z', null, 'PENDENTE', 1, 2, 1),
    (2, 'Foi', '2025-01-01T10:00Z', '2025-01-01T10:00Z', 'ENVIADA', 1, 2, 1),
    (3, 'Perdido', '2025-01-01T10:00Z', null, 'PENDENTE', 1, 2, 1),
    (4, 'Apagado', '2099-01-01T10:00Z', null, 'PENDENTE', 1, 2, 1),
    (5, 'Adiado', '2099-01-01T10:00Z', null, 'PENDENTE', 1, 2, 1),
    (6, 'Vencido', '2099-01-01T10:00Z', null, 'PENDENTE', 1, 2, 1);
  insert into "Settings" (key, value, "companyId") values ('userRating', 'enabled', 1), ('scheduleType', 'queue', 1),
    ('ratingsTimeout', '5', 1);
  insert into "ContactLists" (id, name, "companyId") values (1, 'Clientes', 1);
  insert into "ContactListItems" (id, name, number, email, "isWhatsappValid", "contactListId", "companyId") values
    (1, 'Ana', '5551999887766', '', true, 1, 1), (2, 'Ana 8', '555199887766', '', true, 1, 1), (3, 'Ruim', '12', '', false, 1, 1);
  insert into "Campaigns" (id, name, message1, status, confirmation, "contactListId", "whatsappId", "companyId") values
    (1, 'Natal', 'Feliz Natal', 'FINALIZADA', false, 1, 1, 1), (2, 'Agora', 'Oi', 'EM_ANDAMENTO', false, 1, 1, 1),
    (3, 'Depois', 'Oi', 'PROGRAMADA', false, 1, 1, 1);
  update "Campaigns" set "mediaPath" = 'natal.png' where id = 1;
  insert into "Campaigns" (id, name, message1, status, "mediaPath", "companyId") values
    (4, 'De outra', 'Oi', 'INATIVA', 'campanha.png', 2);
  insert into "CampaignShipping" (id, number, "campaignId", "contactId", "deliveredAt") values
    (1, '5551999887766', 1, 1, '2024-12-24T10:00Z'), (2, '5551988776655', 2, 1, null);
  insert into "CampaignSettings" (key, value, "companyId") values ('messageInterval', '30', 1),
    ('variables', '[{"key":"cupom","value":"NATAL"}]', 1);
  insert into "Chats" (id, title, "ownerId", "companyId") values (1, '', 1, 1), (2, 'Equipe', 1, 1);
  insert into "ChatUsers" ("chatId", "userId") values (1, 1), (1, 2), (2, 1), (2, 2), (2, 3);
  insert into "ChatMessages" (id, "chatId", "senderId", message, "createdAt") values
    (1, 1, 1, 'Bia?', '2025-03-01T10:00Z'), (2, 1, 2, 'Oi', '2025-03-01T10:01Z'), (3, 2, 1, 'Equipe!', '2025-03-01T10:02Z');
  insert into "Announcements" (title, "companyId") values ('Novidade', 1);`
}

/** What only ticketz has: a LID twin, and one message in two tickets. */
export const ticketzCases = `
  insert into "WhatsappLidMaps" (lid, "contactId", "companyId") values ('123456789012345@lid', 1, 1);
  insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", ack, read, "mediaType", "createdAt")
  values ('B1', 1, 1, 1, 'oi', false, 0, true, 'conversation', '2025-03-12T10:00:00Z');`
