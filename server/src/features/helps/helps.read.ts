import type { HelpView } from '@balcao/contract/helps'
import { limits } from '@balcao/domain/limits'
import type { CompanyWork } from '../../platform/work'
import { countHelps, helpsPage } from './helps.queries'
import { helpView } from './helps.view'

type Page = { records: HelpView[]; count: number; hasMore: boolean }

/** One page of the videos whose title or description contains the text. */
export async function listHelps(
  { db }: Pick<CompanyWork, 'db'>,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<Page> {
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count }] = await Promise.all([
    db.rows(helpsPage, { words, limit: limits.listPage, offset }),
    db.one(countHelps, { words }),
  ])
  return { records: rows.map(helpView), count, hasMore: count > offset + rows.length }
}

export async function allHelps({ db }: Pick<CompanyWork, 'db'>): Promise<HelpView[]> {
  return (await db.rows(helpsPage, { words: '', limit: null, offset: 0 })).map(helpView)
}
