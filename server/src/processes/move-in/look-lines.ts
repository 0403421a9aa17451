import { moveInTexts } from '@balcao/domain/move-in-texts'
import { exceededPlanLimits, lacksDiskSpace, type MoveInSourceProduct } from '@balcao/domain/move-ins'
import type { InspectedCompany, SourceInspection } from './look'
import { formatBytes } from './progress-line'

const variantNames: Readonly<Record<MoveInSourceProduct, string>> = {
  ticketz: 'ticketz',
  whaticket: 'Whaticket SaaS',
  'whaticket-fork': 'a later fork of Whaticket',
  chatwoot: 'Chatwoot',
}
const texts = moveInTexts('en')

export function formatInspection(found: SourceInspection): string[] {
  const { companies, plans, lost, versions, disk, databaseBytes, fileBytes, seconds } = found
  const schema = versions.schema === null ? '' : ` (${versions.schema})`
  const free = disk.freeBytes === null ? 'an unknown size' : formatBytes(disk.freeBytes)
  return [
    `Source: ${variantNames[versions.source]}${schema} on PostgreSQL ${versions.postgres}. Here: Balcão ${versions.balcao}.`,
    ...companies.flatMap((company) => companyLines(company, plans)),
    `Plans here: ${plans.map(({ name }) => name).join(', ')}. The mapping may name one of these for each company.`,
    ...lost.map(({ table, rows }) => `Does not move: ${table} (${rows} rows). ${texts.table(table)}`),
    'Former texts of edits, and authors that the source has not noted, do not move either. Connections are linked anew, or move with "sessions".',
    `The source has ${formatBytes(databaseBytes)} of rows, and about ${formatBytes(fileBytes)} of files. It takes about ${Math.ceil(seconds / 60)} minutes without files.`,
    `The disk of the data folder gets about ${formatBytes(disk.neededBytes)} of that, and has ${free} free${lacksDiskSpace(disk) ? ': too little' : ''}.`,
  ]
}

function companyLines(company: InspectedCompany, plans: SourceInspection['plans']): string[] {
  const { id, name, plan, rows, files, nameTaken, emailsTaken, numbersTaken, repeatedNames, losses } = company
  const here = plans.find((one) => one.name.toLowerCase() === plan?.toLowerCase()) ?? company.planLimits
  const over = here === null ? [] : exceededPlanLimits(company.uses, here)
  return [
    `${id} ${name} (${plan ?? 'no plan'})${nameTaken ? ' – the name is taken: give another one in the mapping' : ''}`,
    `   ${Object.entries(rows)
      .filter(([, count]) => count > 0)
      .map(([step, count]) => `${texts.step(step)} ${count}`)
      .join(', ')}`,
    `   ${files.named} files, of a sample of ${files.looked} were found ${files.found}`,
    ...over.map(
      (what) =>
        `   ${company.uses[what]} ${what}, and its plan allows ${here?.[what]}: all move, and no more can be added`,
    ),
    ...emailsTaken.map(
      ({ id: userId, email }) =>
        `   user ${userId} <${email}>: the e-mail is taken: give another one in the mapping`,
    ),
    ...numbersTaken.map(
      ({ connection, number }) => `   connection ${connection}: a connection here has the number ${number}`,
    ),
    ...repeatedNames.map(({ kind, name: repeated }) =>
      kind === 'queue'
        ? `   several queues are named ${repeated}: the others get a number behind it`
        : `   several tags are named ${repeated}: they become one`,
    ),
    ...losses.map(({ loss, rows: count }) => `   ${texts.loss(loss)}: ${count}`),
  ]
}
