import { setTimeout } from 'node:timers/promises'
import { importContacts, listContactImports, startContactImport } from '@balcao/contract/contact-imports'
import { login } from '@balcao/contract/people'
import { type Calls, callsWith } from '../../e2e/src/calls'
import { admin } from '../../e2e/src/product'
import { spreadsheetOf } from '../../e2e/src/spreadsheet'
import { inEnvironment } from './environment'
import { rounded } from './figures'
import { type Line, report, say } from './report'

const rows = Number(process.env.BENCH_ROWS ?? 50_000)

/**
 * A list of 50,000 people as .xlsx: the time until its columns are shown, and until all people are imported; target: a
 * minute.
 */
export async function imports(): Promise<void> {
  await inEnvironment(async ({ product, accounts }) => {
    const { token } = await callsWith(product.url, null)(login, {
      body: { email: admin.email, password: admin.password },
    })
    const calls = callsWith(product.url, token)
    const people = Array.from({ length: rows }, (_, n) => [
      `Cliente Número ${n}`,
      5_511_900_000_000 + n,
      `cliente${n}@exemplo.com.br`,
      'Porto Alegre',
    ])
    const file = spreadsheetOf([['Nome', 'Número', 'E-mail', 'Cidade'], ...people])
    say(`${rows} rows, ${rounded(file.length / (1 << 20))} MB …`)

    const lines: Line[] = []
    for (const what of ['everybody new', 'everybody known']) {
      const before = accounts()
      const begun = performance.now()
      const list = await reads(product.url, token, file)
      const shown = performance.now()
      await calls(startContactImport, {
        params: { importId: list.id },
        body: { hasHeader: true, targets: list.targets },
      })
      const { created, known } = await done(calls)
      const over = performance.now()
      const [cpu, cpuBefore] = [accounts(), before]
      lines.push({
        what,
        'columns shown, s': rounded((shown - begun) / 1000),
        'imported, s': rounded((over - shown) / 1000),
        created,
        known,
        'product CPU, s': rounded((cpu.product.cpuMs - cpuBefore.product.cpuMs) / 1000),
        'database CPU, s': rounded((cpu.database.cpuMs - cpuBefore.database.cpuMs) / 1000),
      })
    }
    report('imports', lines)
  })
}

async function reads(url: string, token: string, file: Uint8Array) {
  const form = new FormData()
  form.append('preview', 'true')
  form.append('file', new Blob([new Uint8Array(file)]), 'clientes.xlsx')
  const answer = await fetch(url + importContacts.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`the list was not read: ${answer.status} ${await answer.text()}`)
  return importContacts.answer.parse(await answer.json())
}

async function done(calls: Calls) {
  for (;;) {
    const [latest] = await calls(listContactImports)
    if (latest !== undefined && latest.state !== 'running') return latest
    await setTimeout(200)
  }
}
