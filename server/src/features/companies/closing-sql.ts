const endOfTime = (company: string) =>
  `((${company}.due_date + 1)::timestamp at time zone ${company}.time_zone)`
const ownsPlatform = (company: string) =>
  `exists (select from users s where s.company_id = ${company}.id and s.is_super)`

/** SQL: the last instant of a company's due date in its time zone (AUTH-09). */
export const paidUntilSql = (company: string) => `${endOfTime(company)} - interval '1 millisecond'`

/** SQL: from when users can only sign in to pay. Null for the company of super users, who alone could reopen it. */
export const accessClosesAtSql = (company: string) =>
  `case when not ${ownsPlatform(company)}
      then ${paidUntilSql(company)} end`

/** SQL condition: the company has access at the instant of the parameter, so its due messages may be sent. */
export const hasAccessAtSql = (company: string, instant: `:${string}`) =>
  `(${endOfTime(company)} > ${instant} or ${ownsPlatform(company)})`
