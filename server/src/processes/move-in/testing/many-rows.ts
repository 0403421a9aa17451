/**
 * Many messages in a ticketz or Whaticket database: one company with 50 messages in each ticket, two tickets of each
 * contact, and an attendance of each ticket.
 */
export function manyRows(messages: number, passwordHash: string): string {
  const tickets = Math.ceil(messages / 50)
  const contacts = Math.ceil(tickets / 2)
  return `
  insert into "Plans" (id, name, users, connections, queues, value) values (1, 'Plano', 5, 2, 4, 99.9);
  insert into "Companies" (id, name, email, status, "dueDate", "planId") values (1, 'Loja Grande', 'a@b.com', true, '2099-01-01', 1);
  insert into "Users" (id, name, email, "passwordHash", profile, "companyId") values
    (1, 'Dono', 'dono@grande.com', '${passwordHash}', 'admin', 1);
  insert into "Queues" (id, name, color, "companyId") values (1, 'Vendas', '#FF0000', 1);
  insert into "Whatsapps" (id, name, "isDefault", "companyId") values (1, 'Loja', true, 1);
  insert into "Contacts" (id, name, number, "companyId")
    select n, 'Cliente ' || n, '55519' || (80000000 + n), 1 from generate_series(1, ${contacts}) n;
  insert into "Tickets" (id, status, "contactId", "whatsappId", "queueId", "userId", "companyId", "createdAt", "updatedAt")
    select n, case when n > ${tickets} - ${contacts} / 10 then 'open' else 'closed' end, 1 + n % ${contacts}, 1, 1, 1, 1,
      timestamptz '2024-01-01' + n * interval '1 minute', timestamptz '2024-01-01' + n * interval '2 minutes'
    from generate_series(1, ${tickets}) n;
  insert into "TicketTraking" (id, "ticketId", "companyId", "userId", "queuedAt", "startedAt", "finishedAt", "createdAt")
    select n, n, 1, 1, t, t + interval '1 minute', t + interval '20 minutes', t
    from (select n, timestamptz '2024-01-01' + n * interval '1 minute' as t from generate_series(1, ${tickets}) n) a;
  insert into "Messages" (id, "ticketId", "companyId", "contactId", body, "fromMe", ack, read, "mediaType", "createdAt")
    select 'M' || n, 1 + n % ${tickets}, 1, case when n % 3 > 0 then 1 + (1 + n % ${tickets}) % ${contacts} end,
      'Bom dia, queria saber do pedido ' || n || ' que fiz na semana passada, pode ver?', n % 3 = 0, 3, true, 'conversation',
      timestamptz '2024-01-01' + n * interval '7 seconds'
    from generate_series(1, ${messages}) n;
  analyze;`
}
