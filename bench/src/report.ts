import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { machineLoad } from './accounts'

/** One line of a table: its subject, and the figures by name. */
export interface Line {
  readonly what: string
  readonly [figure: string]: string | number
}

const folder = fileURLToPath(new URL('../results/', import.meta.url))

/** Prints a progress line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The lines of the reports that are gathered into one table; null: each report prints its own. */
let gathered: Line[] | null = null

/** Runs benches whose reports become one table, each line with the load at its report. */
export async function reportTogether(name: string, run: () => Promise<void>): Promise<void> {
  const lines: Line[] = []
  gathered = lines
  try {
    await run()
  } finally {
    gathered = null
    report(name, lines.map(asRow))
  }
}

const columns = [
  'rate',
  'p50',
  'p99',
  'product CPU ms',
  'database CPU ms',
  'least: rate',
  'least: CPU ms',
  'ratio',
  'load',
]

/** The columns of the one table; every other figure of a line follows as text. */
function asRow({ what, ...figures }: Line): Line {
  const others = Object.entries(figures).filter(([name]) => !columns.includes(name))
  return {
    what,
    ...Object.fromEntries(columns.map((name) => [name, figures[name] ?? ''])),
    others: others.map(([name, figure]) => `${name} ${figure}`).join(', '),
  }
}

/** Prints the figures as a Markdown table, and stores them in `bench/results` with the day and the machine. */
export function report(name: string, lines: readonly Line[], remarks: readonly string[] = []): void {
  if (gathered !== null) {
    gathered.push(...lines.map((line) => ({ load: machineLoad(), ...line })))
    return
  }
  say(`\n${markdownTable(lines)}`)
  for (const remark of remarks) say(remark)
  const load = machineLoad()
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  say(`\n${machine}; load of the machine at the end: ${load}`)
  mkdirSync(folder, { recursive: true })
  const kept = { name, at: new Date().toISOString(), machine, load, lines, remarks }
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(kept, null, 2)}\n`)
}

function markdownTable(lines: readonly Line[]): string {
  const names = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const rows = [names.map((name) => (name === 'what' ? '' : name)), names.map(() => '---')]
  for (const line of lines) rows.push(names.map((name) => String(line[name] ?? '')))
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
