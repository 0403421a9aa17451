import { createWhaticketSource, type SourceFixture } from './whaticket-source'

/** The tables that later forks have beside those of Whaticket SaaS. */
const laterTables = `
  create table "CompaniesSettings" (id serial primary key, "companyId" int, "userRating" text, "scheduleType" text,
    "acceptCallWhatsapp" text, "lgpdMessage" text, "requiredTag" text, "closeTicketOnTransfer" boolean,
    "createdAt" timestamptz default now(), "updatedAt" timestamptz default now());
  create table "Chatbots" (id serial primary key, name text, "greetingMessage" text, "queueId" int, "chatbotId" int,
    "isAgent" boolean, "queueType" text, "optQueueId" int, "optUserId" int, "optIntegrationId" int, "optFileId" int,
    "closeTicket" boolean default false, "createdAt" timestamptz default now(), "updatedAt" timestamptz default now());
  create table "ScheduledMessages" (id serial primary key, data_mensagem_programada timestamptz, id_conexao text,
    intervalo text, valor_intervalo text, mensagem text, tipo_dias_envio text, contatos jsonb, tags jsonb, "companyId" int,
    nome text, "mediaPath" text, "mediaName" text, enviar_quantas_vezes text,
    "createdAt" timestamptz default now(), "updatedAt" timestamptz default now());
  create table "ScheduledMessagesEnvio" (id serial primary key, scheduledmessages int);`

/** Two companies with what later forks alone have. Ids are fixed, so that tests can name rows. */
const cases = `
  insert into "Plans" (id, name) values (1, 'Plano');
  insert into "Companies" (id, name, status, "planId") values (1, 'Loja Nova', true, 1), (2, 'Outra', true, 1);
  insert into "Settings" (key, value, "companyId") values ('scheduleType', 'company', 1);
  insert into "CompaniesSettings" ("companyId", "userRating", "scheduleType", "acceptCallWhatsapp", "lgpdMessage",
    "requiredTag", "closeTicketOnTransfer") values (1, 'enabled', 'queue', 'enabled', '', 'disabled', false),
    (2, 'enabled', 'queue', 'enabled', '', 'disabled', false);
  insert into "Queues" (id, name, color, "companyId") values (1, 'Vendas', '#111111', 1), (2, 'Suporte', '#222222', 1),
    (3, 'De outra', '#333333', 2);
  insert into "QueueOptions" (id, title, option, "queueId") values (1, 'Preços', '1', 2);
  insert into "Chatbots" (id, name, "greetingMessage", "queueId", "chatbotId", "optQueueId", "closeTicket") values
    (1, 'Pedido', 'Qual pedido?', 1, null, null, false), (2, 'Novo', 'Escolha', null, 1, 2, false),
    (3, 'Sair', 'Até logo', 1, null, null, true), (4, 'No suporte', 'Oi', 2, null, null, false),
    (5, 'De outra', 'Oi', 3, null, null, false), (6, 'Em círculo', '', null, 7, null, false),
    (7, 'Em círculo', '', null, 6, null, false);
  insert into "Whatsapps" (id, name, "isDefault", "companyId") values (1, 'Loja', true, 1);
  insert into "Contacts" (id, name, number, "companyId") values (1, 'Ana', '5551999887766', 1),
    (2, 'Caio', '5551988776655', 1);
  insert into "ScheduledMessages" (id, data_mensagem_programada, id_conexao, mensagem, contatos, tags, "companyId",
    intervalo, valor_intervalo, enviar_quantas_vezes) values
    (1, '2099-01-01T10:00Z', '1', 'Aos dois', '["1", 2, 99]', '[]', 1, null, null, null),
    (2, '2099-02-01T10:00Z', '1', 'Todo mês', '[{"id": 1}]', null, 1, '3', '1', '12'),
    (3, '2099-03-01T10:00Z', '1', 'Por etiqueta', '[]', '["5"]', 1, null, null, null),
    (4, '2020-01-01T10:00Z', '1', 'Passou', '[1]', null, 1, null, null, null),
    (5, '2099-01-01T10:00Z', '1', 'Apagada', '[1]', null, 1, null, null, null)`

/** A database as a later fork of Whaticket SaaS leaves it. */
export async function createLaterForkSource(): Promise<SourceFixture> {
  const source = await createWhaticketSource('whaticket')
  await source.run(laterTables + cases)
  return source
}

/** Some forks store the address of a contact beside its number. */
export function addAddressesOfContacts({ run }: Pick<SourceFixture, 'run'>): Promise<void> {
  return run('alter table "Contacts" add column "remoteJid" text')
}

/** Some forks store which user wrote a message. */
export function addAuthorsOfMessages({ run }: Pick<SourceFixture, 'run'>): Promise<void> {
  return run('alter table "Messages" add column "userId" int')
}

export function renameColumn(
  { run }: Pick<SourceFixture, 'run'>,
  table: string,
  [from, to]: readonly [string, string],
): Promise<void> {
  return run(`alter table "${table}" rename "${from}" to "${to}"`)
}
