#!/bin/sh
# The container's own address, at which the other processes and Prometheus reach it.
address=$(hostname -i | cut -d ' ' -f 1)
export NODE_ADDRESS="${NODE_ADDRESS:-$address:8081}"
export METRICS_ADDRESS="${METRICS_ADDRESS:-$address:9100}"
exec node tools/run-product.mjs
