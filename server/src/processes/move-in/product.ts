import type { CompanyId } from '@balcao/domain/ids'
import type { Workplace } from '../../platform/work'
import type { SourceDatabase } from './source-database'
import type { MoveInAnswers, MoveInStep } from './step'

/** A product whose installations can move in. Its tables and columns tell it, not its version. */
export interface SourceProduct {
  readonly name: 'whaticket' | 'chatwoot'
  isIn(source: SourceDatabase): boolean
  readonly steps: readonly MoveInStep[]
  /** Tables that steps read beside their own. */
  readonly readBeside: readonly string[]
  companies(source: SourceDatabase): Promise<readonly SourceCompany[]>
  /** The e-mails with which people sign in there, by the user's id. */
  emails(
    source: SourceDatabase,
    companyId: string,
  ): Promise<readonly { readonly id: string; readonly email: string }[]>
  /** Finds the moved company, or creates it closed. */
  found(
    workplace: Workplace,
    source: SourceDatabase,
    order: { readonly moveIn: string; readonly sourceId: string; readonly mapping: MoveInAnswers },
  ): Promise<CompanyId>
  wasActive(source: SourceDatabase, companyId: string): Promise<boolean>
  /** The names of files of messages, and how many there are: a sample tells their size. */
  files(
    source: SourceDatabase,
    companyId: string,
  ): Promise<{ readonly count: number; readonly some: readonly string[] }>
  /** Paths of files that may be of any of several companies. */
  contestedPaths?(source: SourceDatabase): Promise<readonly string[]>
}

export interface SourceCompany {
  readonly id: string
  readonly name: string
  readonly plan: string | null
  /** It never changes: by it a database is known again. */
  readonly createdAt: string
}
