import { parseArgs } from 'node:util'
import { type CompanyLanguage, companyLanguages } from '@balcao/domain/companies'
import { moveInNamePattern } from '@balcao/domain/move-ins'

export const moveInUsage = `Moves companies from ticketz, Whaticket SaaS, forks of both, or Chatwoot into this installation.

  npm run move-in -- look   --from postgres://user:password@host/name [--files FOLDER] [--mapping FILE]
  npm run move-in -- run    --from … [--files FOLDER] [--mapping FILE]
  npm run move-in -- report --from … [--report FILE] [--language pt|en|es]
  npm run move-in -- switch
  npm run move-in -- sessions --from … --old-server-is-stopped
  npm run move-in -- sessions --from-folder FOLDER --connection ID --old-server-is-stopped

  look    counts, finds clashes, and writes the mapping: which companies move, under which names. It changes nothing.
  run     moves them. Stop it at any time and repeat it: it continues, or fetches what came since.
  report  writes a sheet with all counts, and each row that did not move.
  switch  opens the moved companies, after a last run with the old server stopped. It does not read the source.
  sessions  moves the linked numbers of the stopped server, before or after the switch, and watches them for minutes.
          Others are linked anew. Never start the old server again after that.

  --name NAME   tells several sources apart: the name on the page; default: "old".
  --from        may be the variable MOVE_IN_URL instead, so that the password is in no list of processes.
  --files       the folder "public" (Chatwoot: "storage") of the old server.
  --language    of the report; default: that of LANG, else pt.
  --mapping     default: move-in-NAME.json here.
  --from-folder the folder of one number that Baileys wrote (creds.json); --connection: its connection here.`

export interface MoveInCommand {
  readonly act: 'look' | 'run' | 'report' | 'switch' | 'sessions'
  /** The address of the source's database. Null: the command does not read it. */
  readonly from: string | null
  readonly files: string | null
  readonly name: string
  readonly mapping: string
  readonly report: string
  readonly language: CompanyLanguage
  readonly sessions?: {
    /** The folder with one number's session and its connection here. Null: the source's database has the sessions. */
    readonly folder: { readonly path: string; readonly connectionId: number } | null
    readonly isOldServerStopped: boolean
  }
}

const acts = ['look', 'run', 'report', 'switch', 'sessions'] as const
const texts = ['from', 'files', 'name', 'mapping', 'report', 'language', 'from-folder', 'connection']
const options: Record<string, { type: 'string' | 'boolean' }> = {
  ...Object.fromEntries(texts.map((name) => [name, { type: 'string' }])),
  'old-server-is-stopped': { type: 'boolean' },
}
const ofSessions = ['from-folder', 'connection', 'old-server-is-stopped']

export function parseMoveInCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): MoveInCommand | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const act = acts.find((known) => known === positionals[0])
    const text = (name: string) => (typeof values[name] === 'string' ? String(values[name]) : undefined)
    const from = text('from') ?? env.MOVE_IN_URL
    const name = text('name') ?? 'old'
    if (act === undefined || positionals.length > 1 || !moveInNamePattern.test(name)) return null
    const files = text('files') ?? null
    const mapping = text('mapping') ?? `move-in-${name}.json`
    const language = languageOf(text('language') ?? env.LC_ALL ?? env.LANG ?? '')
    if (language === undefined && text('language') !== undefined) return null
    const order = {
      ...{ act, files, name, mapping, report: text('report') ?? `move-in-${name}.csv` },
      language: language ?? 'pt-BR',
    }
    if (act !== 'sessions' && ofSessions.some((option) => option in values)) return null
    if (act === 'switch') return { ...order, from: null }
    if (act !== 'sessions') return from ? { ...order, from } : null
    const [path, connection] = [text('from-folder'), text('connection')]
    const isOldServerStopped = values['old-server-is-stopped'] === true
    if (path === undefined && connection === undefined)
      return from ? { ...order, from, sessions: { folder: null, isOldServerStopped } } : null
    if (!path || text('from') !== undefined || !/^[1-9]\d{0,8}$/.test(connection ?? '')) return null
    const folder = { path, connectionId: Number(connection) }
    return { ...order, from: null, sessions: { folder, isOldServerStopped } }
  } catch {
    return null
  }
}

function languageOf(text: string): CompanyLanguage | undefined {
  return companyLanguages.find((language) => language.slice(0, 2) === text.slice(0, 2).toLowerCase())
}
