import type { PromptView } from '@balcao/contract/prompts'
import type { PromptId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { countPrompts, type PromptRow, promptById, promptsPage } from './prompts.queries'
import { promptForViewer, promptView } from './prompts.view'

type PromptPage = { prompts: PromptView[]; count: number; hasMore: boolean }

export async function listPrompts(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<PromptPage> {
  const searchText = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count }] = await Promise.all([
    db.rows(promptsPage, { words: searchText, limit: limits.listPage, offset }),
    db.one(countPrompts, { words: searchText }),
  ])
  return {
    prompts: rows.map((row) => promptForViewer(actor, promptView(row))),
    count,
    hasMore: count > offset + rows.length,
  }
}

export async function promptToRead({ db }: Pick<CompanyWork, 'db'>, id: PromptId): Promise<PromptRow> {
  const row = await db.row(promptById, { id })
  if (row === null) throw refuse('ERR_NO_PROMPT_FOUND')
  return row
}

/** The prompt of a ticket, for jobs; null when the prompt was deleted. */
export function findPrompt({ db }: Pick<CompanyWork, 'db'>, id: PromptId): Promise<PromptRow | null> {
  return db.row(promptById, { id })
}
