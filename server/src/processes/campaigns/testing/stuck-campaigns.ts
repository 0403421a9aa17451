import type { CampaignDesk } from '../../../features/campaigns/testing/campaign-desk'

/** Adds connections that are due, each with a running campaign whose message waits for WhatsApp. */
export async function addStuckCampaigns(desk: CampaignDesk, count: number): Promise<void> {
  const { testApp, company, shop } = desk
  const now = testApp.now()
  const list = await desk.list(0)
  await company.hears({ over: shop, from: '5511933332222' })
  await testApp.rows(
    `with names as (
       insert into connections (company_id, name, status, status_since, created_at, updated_at)
       select $1, 'Presa ' || n, 'CONNECTED', $3, $3, $3 from generate_series(1, $2::int) n returning company_id, id
     )
     insert into campaign_slots (company_id, connection_id, is_active, look_at, paced_until, long_pause_ended_at)
     select company_id, id, true, $3::timestamptz - interval '1 hour', $3, $3 from names`,
    [company.id, count, now],
  )
  await testApp.rows(
    `insert into campaigns (company_id, name, messages, confirmation_messages, confirmation, status, connection_id,
       contact_list_id, started_at, created_at, updated_at)
     select company_id, 'Presa', array['a','','','',''], array['','','','',''], false, 'EM_ANDAMENTO', connection_id, $2,
       $3, $3, $3
     from campaign_slots where company_id = $1 and connection_id <> $4`,
    [company.id, list, now, shop],
  )
  await testApp.rows(
    `insert into outbox (company_id, connection_id, contact_id, kind, message_id, state, priority, next_attempt_at, created_at)
     select l.company_id, l.connection_id, m.contact_id, 'message', m.id, 'waiting', 1, $2, $2
     from campaign_slots l, lateral (select id, contact_id from messages where company_id = $1 limit 1) m
     where l.company_id = $1 and l.connection_id <> $3`,
    [company.id, now, shop],
  )
}
