import { readInboundEventContent } from '../../features/reception/inbound-events'
import type { DataKeys } from '../../platform/encryption'
import type { Workplace } from '../../platform/work'
import { officialConnectionsWithEvent } from './unread-part.queries'

/**
 * Returns the text of a part of Meta's webhook that the product does not understand, once for each connection
 * that received this part.
 */
export async function readUnknownWebhookPart(
  workplace: Pick<Workplace, 'withPlatform' | 'withCompany'>,
  dataKeys: DataKeys,
  key: string,
): Promise<readonly { connectionId: number; text: string }[]> {
  const places = await workplace.withPlatform('read an unread part', ({ db }) =>
    db.rows(officialConnectionsWithEvent, { key }),
  )
  return Promise.all(
    places.map(({ company_id: companyId, connection_id: connectionId }) =>
      workplace.withCompany({ kind: 'system', name: 'read an unread part', companyId }, async (work) => {
        const content = await readInboundEventContent(work, dataKeys, connectionId, key)
        return { connectionId, text: Buffer.from(content ?? []).toString() }
      }),
    ),
  )
}
