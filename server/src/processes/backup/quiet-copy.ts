export type StatementWithValues = readonly [text: string, values: readonly unknown[]]

/** The jobs that send mail. A restored copy drops them, because the original sends the mails if it still runs. */
const mailTasks = ['auth.mailPasswordLink', 'billing.mailInvoice', 'backups.mailFailure']

/**
 * The statements that keep a restored copy from repeating what the original did since the backup. Waiting
 * messages of the outbox count as begun: they are sent again under the same id, which WhatsApp recognises, or
 * are shown as unclear. Campaigns stop and due schedules fail, because their new messages would have new ids.
 * The timers of tickets start anew, because a customer may have answered the original. If `replaces` is false,
 * the original may still run. Two processes on one WhatsApp session break it for both, so all numbers are
 * stopped. Webhooks are switched off, because programs would get each event twice. The copy gets another name,
 * or it would remove the original's backups from a shared folder.
 */
export function statementsForRestoredCopy({
  replaces,
  now,
}: {
  readonly replaces: boolean
  readonly now: Date
}): readonly StatementWithValues[] {
  const always: readonly StatementWithValues[] = [
    [
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
      [],
    ],
    [
      'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
      [],
    ],
    [
      `update outbox set begun_at = created_at where state = 'waiting' and kind = 'message' and begun_at is null`,
      [],
    ],
    [
      `update campaigns set status = 'CANCELADA', paused_because = null, paused_at = null, updated_at = $1
       where status = 'EM_ANDAMENTO' or status = 'PROGRAMADA' and scheduled_at <= $1`,
      [now],
    ],
    [
      `update schedules set status = 'ERRO', failure = 'ERR_SENDING_WAPP_MSG', updated_at = $1
       where status = 'PENDENTE' and due_at <= $1`,
      [now],
    ],
    [
      `update tickets t set last_at = $1 from connections w
       where w.company_id = t.company_id and w.id = t.connection_id and w.expires_ticket > 0
         and t.status = 'open' and t.last_message_from_me and not t.is_group and t.last_at < $1`,
      [now],
    ],
    ['update tickets set unqueued_since = $1 where unqueued_since < $1', [now]],
  ]
  return replaces
    ? always
    : [
        ...always,
        [
          `update connections set desired_state = 'link', desired_version = desired_version + 1, status = 'DISCONNECTED',
             cause = 'stopped', step = null, status_since = $1, sealed_qr = null, qr_expires_at = null,
             next_attempt_at = null, retries = 0, updated_at = $1`,
          [now],
        ],
        [`delete from platform_settings where key = 'installation'`, []],
        ['update webhooks set is_active = false, updated_at = $1 where is_active', [now]],
        [
          `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
           where t.id = j.task_id and t.identifier = any ($1)`,
          [mailTasks],
        ],
      ]
}
