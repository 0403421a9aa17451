import { parseArgs } from 'node:util'

export const moveInUsage = `Moves companies from ticketz, Whaticket SaaS, forks of both, or Chatwoot into this installation.

  npm run move-in -- look   --from postgres://user:password@host/name [--files FOLDER] [--mapping FILE]
  npm run move-in -- run    --from … [--files FOLDER] [--mapping FILE]
  npm run move-in -- report --from … [--report FILE]
  npm run move-in -- switch --from …

  look    counts, finds clashes, and writes the mapping: which companies move, under which names. It changes nothing.
  run     moves them. Stop it at any time and repeat it: it continues, or fetches what came since.
  report  writes a sheet with all counts, and each row that did not move.
  switch  opens the moved companies, after a last run with the old server stopped.

  --name NAME   tells several sources apart; default: "old".
  --from        may be the variable MOVE_IN_URL instead, so that the password is in no list of processes.
  --files       the folder "public" (Chatwoot: "storage") of the old server.
  --mapping     default: move-in-NAME.json here.`

export interface MoveInCommand {
  readonly act: 'look' | 'run' | 'report' | 'switch'
  readonly from: string
  readonly files: string | null
  readonly name: string
  readonly mapping: string
  readonly report: string
}

const acts = ['look', 'run', 'report', 'switch'] as const

/** The order of a command line; null when it is none. */
export function moveInOrderOf(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): MoveInCommand | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        ['from', 'files', 'name', 'mapping', 'report'].map((name) => [name, { type: 'string' as const }]),
      ),
    })
    const act = acts.find((known) => known === positionals[0])
    const text = (name: string) => (typeof values[name] === 'string' ? String(values[name]) : undefined)
    const from = text('from') ?? env.MOVE_IN_URL
    const name = text('name') ?? 'old'
    if (act === undefined || positionals.length > 1 || !from || !/^[\w.-]{1,60}$/.test(name)) return null
    const files = text('files') ?? null
    const mapping = text('mapping') ?? `move-in-${name}.json`
    return { act, from, files, name, mapping, report: text('report') ?? `move-in-${name}.csv` }
  } catch {
    return null
  }
}
