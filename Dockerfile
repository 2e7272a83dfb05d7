# Ridgeline: one binary with the web app inside.
#   docker build -t ridgeline .

FROM node:24-bookworm-slim AS node

FROM rust:1.95-bookworm AS build
# The web app and the packing of the rules need Node; Rust's image has none.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && rustup target add wasm32-unknown-unknown
WORKDIR /ridgeline
COPY . .
# What was built and downloaded stays for the next build of the image.
RUN --mount=type=cache,target=/ridgeline/target \
    --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/root/.npm \
    CI=true cargo xtask build \
 && install -D -m 755 target/release/ridgeline /out/ridgeline \
 && install -d -o 65532 -g 65532 -m 700 /out/data

# glibc, certificates and time zones; no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/ridgeline /usr/local/bin/ridgeline
COPY --from=build --chown=65532:65532 /out/data /data
ENV RIDGELINE_LISTEN=0.0.0.0:8080 \
    RIDGELINE_DATA=/data \
    RIDGELINE_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["/usr/local/bin/ridgeline", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/ridgeline"]
CMD ["serve"]
