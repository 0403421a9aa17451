-- Names of the field instead of names of our own: inbound events, outbox, partition, dead letter, desired state, reported
-- name, send slot, counter delta (docs/glossary.md). Only names change and the stored names of two jobs and three live events.

alter table in_tray rename to inbound_events;
alter table inbound_events rename column lane to partition;
alter table inbound_events rename column needs_settling to needs_acknowledgement;
alter table inbound_events rename column set_aside_because to dead_because;
alter table inbound_events rename column heard_at to received_at;
alter table inbound_events rename constraint in_tray_pkey to inbound_events_pkey;
alter table inbound_events
  rename constraint in_tray_company_id_connection_id_key_key to inbound_events_company_id_connection_id_key_key;
alter table inbound_events
  rename constraint in_tray_company_id_connection_id_fkey to inbound_events_company_id_connection_id_fkey;
alter sequence in_tray_id_seq rename to inbound_events_id_seq;
alter index in_tray_waiting rename to inbound_events_waiting;
alter index in_tray_unsettled rename to inbound_events_unacknowledged;
alter index in_tray_done rename to inbound_events_done;
alter index in_tray_set_aside rename to inbound_events_dead;

alter table out_tray rename to outbox;
alter table outbox rename constraint out_tray_pkey to outbox_pkey;
alter table outbox rename constraint out_tray_kind_check to outbox_kind_check;
alter table outbox rename constraint out_tray_state_check to outbox_state_check;
alter table outbox rename constraint out_tray_change_id_check to outbox_change_id_check;
alter table outbox rename constraint out_tray_company_id_connection_id_fkey to outbox_company_id_connection_id_fkey;
alter table outbox rename constraint out_tray_company_id_contact_id_fkey to outbox_company_id_contact_id_fkey;
alter table outbox rename constraint out_tray_company_id_message_id_fkey to outbox_company_id_message_id_fkey;
alter sequence out_tray_id_seq rename to outbox_id_seq;
alter index out_tray_open rename to outbox_open;
alter index out_tray_of_message rename to outbox_of_message;
alter index out_tray_changes rename to outbox_changes;
alter index out_tray_bulk rename to outbox_bulk;

alter table connections rename column wish to desired_state;
alter table connections rename column wish_version to desired_version;
alter table connections rename column history_last_heard to history_last_received;
alter table connections rename constraint connections_wish_check to connections_desired_state_check;

alter table early_changes rename column heard to inbound;

alter table told_names rename to reported_names;
alter table reported_names rename column told_at to reported_at;
alter table reported_names rename constraint told_names_pkey to reported_names_pkey;
alter table reported_names rename constraint told_names_kind_check to reported_names_kind_check;
alter table reported_names rename constraint told_names_source_check to reported_names_source_check;
alter table reported_names rename constraint told_names_company_id_fkey to reported_names_company_id_fkey;

alter table campaign_lanes rename to campaign_slots;
alter table campaign_slots rename constraint campaign_lanes_pkey to campaign_slots_pkey;
alter table campaign_slots
  rename constraint campaign_lanes_company_id_connection_id_fkey to campaign_slots_company_id_connection_id_fkey;
alter index campaign_lanes_due rename to campaign_slots_due;

alter table ticket_tallies rename to ticket_counter_deltas;
alter sequence ticket_tallies_id_seq rename to ticket_counter_deltas_id_seq;
alter table ticket_counter_deltas rename column is_folded to is_compacted;
alter table ticket_counter_deltas rename constraint ticket_tallies_pkey to ticket_counter_deltas_pkey;
alter table ticket_counter_deltas
  rename constraint ticket_tallies_company_id_fkey to ticket_counter_deltas_company_id_fkey;

alter table contact_tallies rename to contact_counter_deltas;
alter sequence contact_tallies_id_seq rename to contact_counter_deltas_id_seq;
alter table contact_counter_deltas rename column is_folded to is_compacted;
alter table contact_counter_deltas rename constraint contact_tallies_pkey to contact_counter_deltas_pkey;
alter table contact_counter_deltas
  rename constraint contact_tallies_company_id_fkey to contact_counter_deltas_company_id_fkey;

alter trigger tally_ticket on tickets rename to add_ticket_delta;
alter trigger tally_moved_ticket on tickets rename to add_moved_ticket_delta;
alter trigger tally_new_contacts on contacts rename to add_new_contact_deltas;
alter trigger tally_gone_contacts on contacts rename to add_gone_contact_deltas;
alter trigger tally_changed_contact on contacts rename to add_changed_contact_delta;
alter function tally_ticket() rename to add_ticket_delta;
alter function tally_contacts() rename to add_contact_deltas;
alter function tally_changed_contact() rename to add_changed_contact_delta;

-- The bodies of functions name tables as text.
create or replace function add_ticket_delta() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- A company that is deleted takes its counters along.
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    select old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1
    where exists (select from companies c where c.id = old.company_id);
  elsif tg_op = 'INSERT' then
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    values (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  else
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    values (old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1),
      (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  end if;
  return null;
end $$;

create or replace function add_contact_deltas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_counter_deltas (company_id, day, created, listed)
    select company_id, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where removed_at is null)
    from come group by 1, 2;
  else
    -- A company that is deleted takes its counters along.
    insert into contact_counter_deltas (company_id, day, created, listed)
    select g.company_id, (g.created_at at time zone 'UTC')::date, -count(*), -count(*) filter (where g.removed_at is null)
    from gone g where exists (select from companies c where c.id = g.company_id) group by 1, 2;
  end if;
  return null;
end $$;

create or replace function add_changed_contact_delta() returns trigger language plpgsql as $$
begin
  insert into contact_counter_deltas (company_id, day, created, listed)
  values
    (old.company_id, (old.created_at at time zone 'UTC')::date, -1, -(old.removed_at is null)::integer),
    (new.company_id, (new.created_at at time zone 'UTC')::date, 1, (new.removed_at is null)::integer);
  return null;
end $$;

-- Jobs and live events that wait while the server is updated.
update graphile_worker._private_tasks set identifier = 'tickets.compactDeltas' where identifier = 'tickets.foldTallies';
update graphile_worker._private_tasks set identifier = 'contacts.compactDeltas' where identifier = 'contacts.foldTallies';
alter table live_events no force row level security;
update live_events set name = case name
    when 'inTrayEntry.setAside' then 'deadLetter.recorded'
    when 'inTrayEntry.left' then 'deadLetter.left'
    else 'deadLetter.allLeft'
  end
where name in ('inTrayEntry.setAside', 'inTrayEntry.left', 'inTrayEntry.allLeft');
alter table live_events force row level security;
