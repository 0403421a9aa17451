import type { MoveOutTexts } from '@balcao/domain/move-out-texts'
import { exportedRowKinds } from './exported-rows.queries'

/** Builds the README of an export, which explains each file and field, from the same list as the export itself. */
export function moveOutReadme(texts: MoveOutTexts, company: { name: string; madeAt: Date }): string {
  const { word } = texts
  return [
    `# ${word('title')} ${company.name}`,
    `${word('madeAt')} ${company.madeAt.toISOString()}`,
    word('how'),
    word('without'),
    ...exportedRowKinds.map(({ file, fields }) =>
      [
        `## ${file}.jsonl\n`,
        `${texts.file(file)}\n`,
        `| ${word('field')} | ${word('meaning')} |`,
        '|---|---|',
        ...fields.map((field) => `| \`${field}\` | ${texts.field(file, field)} |`),
      ].join('\n'),
    ),
    '',
  ].join('\n\n')
}
