import { setTimeout as pause } from 'node:timers/promises'
import type { Fixture } from './fixture'
import type { Sabotage } from './kill-at-steps'

/**
 * The same kills without the mechanism: a message is not stored in the commit of its ratchet but in a stand-in for the
 * process memory, and enters the inbound queue a tenth of a second later, as Baileys' own events would (its buffer
 * waits as long). The contents of that memory are lost when the product is killed. A trigger in the test's own database
 * does it; the product has no switch for it, and cannot detect it.
 */
export async function withoutJournal({ records }: Fixture): Promise<Sabotage> {
  await records.rows(forgetful)
  let isStopping = false
  const pouring = (async () => {
    while (!isStopping) {
      await records.rows(pour)
      await pause(10)
    }
  })()
  return {
    killed: async () => void (await records.rows('truncate memory_of_the_process')),
    async stop() {
      isStopping = true
      await pouring
    },
  }
}

const forgetful = `
  create unlogged table memory_of_the_process (entry inbound_events, put_at timestamptz);
  create function keep_in_memory() returns trigger language plpgsql security definer as $$
  begin
    if new.key like '%:%' or current_setting('proof.pouring', true) = 'on' then
      return new;
    end if;
    insert into public.memory_of_the_process values (new, clock_timestamp());
    return null;
  end $$;
  create trigger forgetful before insert on inbound_events for each row execute function keep_in_memory();`

const pour = `
  begin;
  select set_config('proof.pouring', 'on', true);
  with poured as (
    delete from memory_of_the_process where put_at < clock_timestamp() - interval '100 milliseconds' returning entry
  )
  insert into inbound_events overriding system value select (entry).* from poured on conflict do nothing;
  commit;`
