import type { CompanyId } from '@balcao/domain/ids'
import { dueSendSlots } from '../../features/campaigns/campaign-slots.queries'
import { dueCampaigns } from '../../features/campaigns/campaigns.queries'
import { startPlannedCampaign } from '../../features/campaigns/run-campaign'
import { sendNextCampaignMessage } from '../../features/campaigns/send-next'
import type { FileStore } from '../../platform/files/file-store'
import type { CompanyWork, Workplace } from '../../platform/work'
import { type RepeatedTask, type RepetitionDependencies, repeatTask } from '../repeat-task'

export interface CampaignWorkerDependencies extends RepetitionDependencies {
  readonly workplace: Workplace
  readonly store: FileStore
}

type Parts = Omit<CampaignWorkerDependencies, 'clock'>

/** How often due campaign messages are looked for. A campaign pauses at least a second between two contacts. */
const pauses = { firstMs: 1_000, everyMs: 1_000 }
const atOnce = 100

/** Starts the due campaigns of all companies, also those that became due while no process ran. */
export async function startDueCampaigns({ workplace, log }: Parts, stopping?: AbortSignal): Promise<void> {
  const due = await workplace.withPlatform('campaigns that are due', ({ db, now }) =>
    db.rows(dueCampaigns, { now, limit: atOnce }),
  )
  for (const { company_id: companyId, id } of due) {
    if (stopping?.aborted) return
    await startPlannedCampaign(companyContext(workplace, companyId).act, id).catch((err) =>
      log.warn({ err, companyId, campaignId: id }, 'a campaign could not be started'),
    )
  }
}

/** Sends the next campaign message over each connection whose pause is over, one after the other. */
export async function sendDueCampaignMessages(
  { workplace, store, log }: Parts,
  stopping?: AbortSignal,
): Promise<void> {
  const due = await workplace.withPlatform('connections that campaigns may write over', ({ db, now }) =>
    db.rows(dueSendSlots, { now, limit: atOnce }),
  )
  for (const { company_id: companyId, connection_id: connectionId } of due) {
    if (stopping?.aborted) return
    await sendNextCampaignMessage(companyContext(workplace, companyId), connectionId, store).catch((err) =>
      log.warn({ err, companyId, connectionId }, 'a contact of a campaign could not be written to'),
    )
  }
}

function companyContext(workplace: Workplace, companyId: CompanyId) {
  return {
    companyId,
    act: <T>(act: (work: CompanyWork) => Promise<T>) =>
      workplace.withCompany({ kind: 'system', name: 'campaigns', companyId }, act),
  }
}

export function startCampaignWorker(parts: CampaignWorkerDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'due campaigns could not be looked for', async (stopping) => {
    await startDueCampaigns(parts, stopping)
    await sendDueCampaignMessages(parts, stopping)
  })
}
