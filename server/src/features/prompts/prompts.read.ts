import type { PromptView } from '@balcao/contract/prompts'
import type { PromptId } from '@balcao/domain/ids'
import { readListPage } from '../../platform/database/list-page'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { countPrompts, type PromptRow, promptById, promptsPage } from './prompts.queries'
import { promptForViewer, promptView } from './prompts.view'

type PromptPage = { prompts: PromptView[]; count: number; hasMore: boolean }

export async function listPrompts(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<PromptPage> {
  const statements = { page: promptsPage, count: countPrompts }
  const { rows, ...page } = await readListPage(db, statements, { words: searchParam.trim() }, pageNumber)
  return { prompts: rows.map((row) => promptForViewer(actor, promptView(row))), ...page }
}

export async function promptToRead({ db }: Pick<CompanyWork, 'db'>, id: PromptId): Promise<PromptRow> {
  return rowOrRefuse(await db.row(promptById, { id }), 'ERR_NO_PROMPT_FOUND')
}

/** The prompt of a ticket, for background jobs. Null: it was deleted. */
export function findPrompt({ db }: Pick<CompanyWork, 'db'>, id: PromptId): Promise<PromptRow | null> {
  return db.row(promptById, { id })
}
