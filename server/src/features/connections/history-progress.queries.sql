-- Printed from history-progress.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.endHistory
update connections set history_state = 'done' where id = :connectionId and history_state = 'running' returning id;

-- connections.noteHistoryReceived
update connections
set history_state = 'running', history_messages = history_messages + :messages,
  history_last_received = history_last_received or :isLast
where id = :connectionId and history_state is not null
returning history_last_received as was_last_received;
