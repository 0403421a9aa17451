import { insertMovedCampaigns } from '../../../features/campaigns/move-in.queries'
import { createRowStep } from '../step'
import { textOf, timeOrNull, timestampsOf } from '../values'
import { whatsappInboxTypesSql } from './account'
import { chatwootReadingSpec } from './office'

const completed = 1

/** Moves WhatsApp campaigns as completed or inactive, because their audience, a list of labels, does not move. */
export const campaignsStep = createRowStep({
  name: 'campaigns',
  kind: 'campaign',
  reading: chatwootReadingSpec('campaigns', 'title message inbox_id campaign_status scheduled_at', {
    joins: 'left join inboxes i on i.id = t.inbox_id',
    also: [`i.channel_type in ${whatsappInboxTypesSql} as is_whatsapp`],
  }),
  target: 'campaigns',
  insert: insertMovedCampaigns,
  refs: (row) => [['connection', textOf(row, 'inbox_id')]],
  row(row, { piece }) {
    if (row.is_whatsapp !== true) return 'other-channel'
    const isCompleted = Number(row.campaign_status) === completed
    return {
      name: textOf(row, 'title').trim() || 'Campanha',
      messages: [textOf(row, 'message'), '', '', '', ''],
      confirmation_messages: ['', '', '', '', ''],
      status: isCompleted ? 'FINALIZADA' : 'INATIVA',
      confirmation: false,
      scheduled_at: isCompleted ? timeOrNull(row, 'scheduled_at') : null,
      completed_at: isCompleted ? timeOrNull(row, 'updated_at') : null,
      connection_id: piece.ref('connection', textOf(row, 'inbox_id')),
      ...timestampsOf(row, piece),
    }
  },
})
