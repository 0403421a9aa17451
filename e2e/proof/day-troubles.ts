import type { TicketId } from '@balcao/domain/ids'
import type { Run } from './day-run'
import { wholeConversation } from './figures'
import { ticketOf } from './fixture'
import { until } from './waiting'

/** What each page shows equals what a new one would fetch, no page was away for long, and nothing was taken over late. */
export async function troublesOfPages(run: Run): Promise<string[]> {
  await pagesShowAll(run, 15_000).catch(() => undefined)
  const troubles = await missingAtPages(run)
  const absences = run.pages.flatMap((page) => page.absences)
  const longest = Math.max(0, ...absences)
  run.tell(`pages lost their sockets ${absences.length} times, at most ${Math.round(longest)} ms`)
  if (longest > run.withinMs) troubles.push(`a page was without a socket for ${Math.round(longest)} ms`)
  for (const [part, took] of run.seconds)
    if (took * 1000 > run.withinMs) troubles.push(`${part}: recovered after ${took.toFixed(1)} s`)
  return troubles
}

export async function pagesShowAll(run: Run, timeoutMs: number): Promise<void> {
  await until('the pages show all', async () => (await missingAtPages(run)).length === 0, timeoutMs)
}

/** A line for each text that is stored and that a page does not show. */
export async function missingAtPages(run: Run): Promise<string[]> {
  const stored = new Map<TicketId, readonly string[]>()
  for (const conversation of run.conversations)
    stored.set(
      ticketOf(conversation).id,
      (await wholeConversation(run, conversation)).map(({ body }) => body),
    )
  return run.pages.flatMap((page, at) =>
    [...stored].flatMap(([ticketId, bodies]) => {
      const shown = new Set(page.shown(ticketId))
      return bodies.filter((body) => !shown.has(body)).map((body) => `page ${at} does not show "${body}"`)
    }),
  )
}
