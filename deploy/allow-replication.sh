#!/bin/sh
# Runs once, when the primary of compose.yaml makes its database. From its next start, which follows at once, each commit waits
# for the standby: one that lags would turn back the keys of numbers.
set -e
password=$(cat /run/secrets/replication-password)
psql -v ON_ERROR_STOP=1 -U postgres \
    -c "create role replicator login replication password '$password'" \
    -c "alter system set synchronous_standby_names = 'standby'"
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
