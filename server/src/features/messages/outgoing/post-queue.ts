import type { CompanyId, TicketId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { DatabaseTrouble } from '../../../platform/database/database-trouble'
import type { Workplace } from '../../../platform/work'
import type { UnsignedMessage } from '../messages.view'
import { handingOn } from './hand-on'
import { type Draft, sendInTickets, sendMessages } from './send-message'
import type { Senders } from './senders.port'

/** A text of a person, without quote or file, for an open ticket. */
export interface Post {
  readonly actor: PersonActor
  readonly ticketId: TicketId
  readonly draft: Draft
}

interface Waiting extends Post {
  resolve(message: UnsignedMessage): void
  reject(error: unknown): void
}

/** The batch limit: all callers of a batch wait until its transaction ends. */
const maxBatchSize = 20
/** While the database works on one batch, the process prepares another. */
const batchesAtOnce = 2

/**
 * Sends the posts of a company that wait at the same time in one act, so that they share its commit and its statements. A
 * post that finds no other is an act of its own at once. A batch that fails is split in two. After the commit each text goes
 * to its sender in this process, if that keeps a place for it.
 */
export function postQueue(workplace: Workplace, senders: Senders): (post: Post) => Promise<UnsignedMessage> {
  const companies = new Map<CompanyId, { readonly waiting: Waiting[]; running: number }>()

  function startBatches(companyId: CompanyId): void {
    const company = companies.get(companyId)
    while (company !== undefined && company.running < batchesAtOnce && company.waiting.length > 0) {
      company.running++
      void sendTogether(company.waiting.splice(0, maxBatchSize)).finally(() => {
        company.running--
        if (company.waiting.length > 0) startBatches(companyId)
        else if (company.running === 0) companies.delete(companyId)
      })
    }
  }

  /** Sends a batch in one transaction. Never rejects: each error goes to its post. */
  async function sendTogether(posts: readonly Waiting[]): Promise<void> {
    const [first, ...others] = posts
    if (first === undefined) return
    if (others.length === 0) return sendAlone(first)
    const { companyId } = first.actor
    try {
      const actor = { kind: 'system', name: 'posts', companyId, isAwaited: true } as const
      const sent = await handingOn(senders, (handOn) =>
        workplace.withCompany(actor, (work) => sendInTickets(work, posts, handOn)),
      )
      await Promise.all(posts.map((post) => settle(post, sent.get(post))))
    } catch (error) {
      // After a lost connection the act may have been committed: another attempt could send the texts twice.
      if (error instanceof DatabaseTrouble) return rejectAll(posts, error)
      const half = Math.ceil(posts.length / 2)
      await Promise.all([sendTogether(posts.slice(0, half)), sendTogether(posts.slice(half))])
    }
  }

  function rejectAll(posts: readonly Waiting[], error: unknown): void {
    for (const { reject } of posts) reject(error)
  }

  async function settle(post: Waiting, sent: UnsignedMessage | undefined): Promise<void> {
    if (sent === undefined) await sendAlone(post)
    else post.resolve(sent)
  }

  async function sendAlone({ actor, ticketId, draft, resolve, reject }: Waiting): Promise<void> {
    try {
      const [sent] = await handingOn(senders, (handOn) =>
        workplace.withCompany(actor, (work) => sendMessages(work, ticketId, [draft], handOn)),
      )
      if (sent === undefined) throw new Error('one draft is one message')
      resolve(sent)
    } catch (error) {
      reject(error)
    }
  }

  return (post) =>
    new Promise((resolve, reject) => {
      const { companyId } = post.actor
      const company = companies.get(companyId) ?? { waiting: [], running: 0 }
      companies.set(companyId, company)
      company.waiting.push({ ...post, resolve, reject })
      // Requests that arrive in the same turn of the event loop join the batch.
      if (company.waiting.length === 1) setImmediate(() => startBatches(companyId))
    })
}

/** Whether a draft may be sent in a batch with others. */
export function isPlain({ body, mediaType, media, quotedId, location }: Draft): boolean {
  return body.trim() !== '' && mediaType === null && media === null && quotedId === null && location == null
}
