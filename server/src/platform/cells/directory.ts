/**
 * The directory of an installation of several cells: which cell has the account of an e-mail. It is asked only where an
 * account is made, changed, or not found at a sign-in.
 */
export interface CellDirectory {
  /** The number of this cell; null: the installation is one cell. */
  readonly cell: number | null
  /**
   * Runs an act that stores this e-mail (lower case) for an account of this cell. Refuses with ERR_EMAIL_ALREADY_EXISTS
   * when another cell has it.
   */
  claiming<T>(email: string, act: () => Promise<T>): Promise<T>
  /**
   * The cell in which this e-mail (lower case) signs in. For an unknown one it is always the same of all cells, so that
   * the answer does not tell them apart. Null: the installation is one cell.
   */
  cellOf(email: string): Promise<number | null>
  /** Enters e-mails (lower case) of a company that has moved to this cell. */
  takeOver(emails: readonly string[]): Promise<void>
  /**
   * Enters all e-mails of this cell, in pages, and removes those that it has no longer. Returns how many belong to another
   * cell.
   */
  reconcile(pages: AsyncIterable<readonly string[]>): Promise<number>
  close(): Promise<void>
}

/** Of an installation of one cell. */
export const singleCellDirectory: CellDirectory = {
  cell: null,
  claiming: (_, act) => act(),
  cellOf: async () => null,
  takeOver: async () => undefined,
  reconcile: async () => 0,
  close: async () => undefined,
}
