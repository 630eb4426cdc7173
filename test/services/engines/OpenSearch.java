import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Starts one node with the standard modules, without the security plug-in. Arguments: data folder, port. */
public class OpenSearch {
    public static void main(String[] args) throws InterruptedException {
        int port = Integer.parseInt(args[1]);
        var configs = OpenSearchRunner.newConfigs().basePath(args[0]).clusterName("thresher").numOfNode(1).disableESLogger();
        var node = new OpenSearchRunner();
        node.onBuild((number, settings) -> settings
            .put("network.host", "127.0.0.1")
            .put("http.port", port)
            .put("transport.port", "0")
            .put("cluster.routing.allocation.disk.threshold_enabled", false));
        node.build(configs);
        // The node's own threads are daemons.
        Thread.currentThread().join();
    }
}
