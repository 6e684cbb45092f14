//! The protocol: tools are listed and called over standard input and output.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use extremal::Budget;
use extremal::limits::tell_allocated;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use tokio::sync::Semaphore;

use crate::arguments::Access;
use crate::tools::{TOOLS, call};

/// What calls may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time for each call.
    pub time: Duration,
    /// Memory for each call.
    pub memory_kib: u64,
    /// Which files may be read.
    pub access: Access,
}

const INSTRUCTIONS: &str = "A classical planner for PDDL. After each edit of a domain or problem, call `check` and follow its \
     suggestions; then `solve`. If there is no plan, `explain` says why. `validate` and `simulate` help to understand plans.";

struct Server {
    settings: Settings,
    /// Calls are worked on one after the other, so that their limits of memory do not count each other's.
    turn: Arc<Semaphore>,
}

/// Serves a client on standard input and output until it leaves.
pub fn run(settings: Settings) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let server = Server { settings, turn: Arc::new(Semaphore::new(1)) };
    let result = runtime.block_on(async {
        let running = server.serve(rmcp::transport::stdio()).await.map_err(|error| error.to_string())?;
        running.waiting().await.map_err(|error| error.to_string())
    });
    // Standard input is read by a thread that may still wait for a line.
    runtime.shutdown_background();
    result.map(drop)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let mut info = ServerConfig::new(capabilities).with_instructions(INSTRUCTIONS);
        info.server_info = Implementation::new("extremal", env!("CARGO_PKG_VERSION"));
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Nothing outside changes, and the same call gives the same answer.
        let annotations = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
        let tools = TOOLS.iter().map(|tool| {
            let schema = Arc::new(tool.input_schema(&self.settings.access));
            Tool::new(tool.name, tool.description, schema).with_annotations(annotations.clone())
        });
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Ok(turn) = Arc::clone(&self.turn).acquire_owned().await else {
            return Err(ErrorData::internal_error("the server ends", None));
        };
        let Settings { time, memory_kib, access } = self.settings.clone();
        let budget = Budget::new(Some(time), Some(memory_kib));
        let its_budget = budget.clone();
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let arguments = request.arguments.unwrap_or_default();
            // A mistake of ours must not end the server.
            let answer =
                catch_unwind(AssertUnwindSafe(|| call(&request.name, &arguments, &access, &its_budget)));
            tell_allocated();
            answer.unwrap_or_else(|_| Err("internal error; please report it with these texts".to_owned()))
        });
        tokio::pin!(work);
        let answer = tokio::select! {
            answer = &mut work => answer,
            () = context.ct.cancelled() => {
                budget.cancel();
                work.await
            }
        };
        let answer = answer.unwrap_or_else(|error| Err(error.to_string()));
        Ok(match answer {
            Ok(value) => CallToolResult::structured(value),
            Err(message) => CallToolResult::error(vec![ContentBlock::text(message)]),
        }
        .into())
    }
}
